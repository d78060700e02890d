import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { PriceListUses } from '@trellis/contract/pricing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './price-lists.module.css'

interface RemoveListDialogProps {
  list: Pick<PriceList, 'priceListId' | 'name'> | null
  onClose: () => void
  onRemoved?: () => Promise<void>
}

/** Confirms the deletion of a price list; if it is in use, names the accounts that use it. */
export default function RemoveListDialog({ list, onClose, onRemoved }: RemoveListDialogProps) {
  const { t } = useTranslation(['priceLists', 'errors'])
  const [shown, setShown] = useState(list)
  const [uses, setUses] = useState<PriceListUses | null>(null)
  if (list !== null && list !== shown) {
    setShown(list)
    setUses(null)
  }
  const remove = useWrite(priceLists.remove, {
    invalidates: ['/pricelists/search'],
    success: 'priceLists:remove.done',
    failure: 'priceLists:remove.error',
    quiet: ['PR523'],
  })
  const name = { list: shown?.name ?? '' }
  const go = async () => {
    if (shown === null) return
    try {
      await remove.mutateAsync({ params: { id: shown.priceListId } })
      onClose()
      await onRemoved?.()
    } catch (error) {
      if (!isProblem(error, 'PR523')) throw error
      toast.error(t('errors:PR523'))
      const told = PriceListUses.safeParse(error.info)
      if (!told.success) throw error
      setUses(told.data)
    }
  }
  if (uses !== null) {
    return (
      <Dialog
        opened={list !== null}
        onClose={onClose}
        title={t('remove.usedTitle', name)}
        actions={
          <Button onClick={onClose} data-autofocus>
            {t('close')}
          </Button>
        }
      >
        <Uses uses={uses} onFollow={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      opened={list !== null}
      onCancel={onClose}
      onConfirm={go}
      title={t('remove.title', name)}
      text={
        <>
          {shown !== null && !onRemoved && (
            <Text as="p">
              <EntityLink href={`/pricelists/${shown.priceListId}`}>{shown.name}</EntityLink>
            </Text>
          )}
          {t('remove.text')}
        </>
      }
      confirm={t('remove.confirm')}
      cancel={t('remove.keep')}
      destructive
    />
  )
}

function Uses({ uses, onFollow }: { uses: PriceListUses; onFollow: () => void }) {
  const { t } = useTranslation('priceLists')
  const others = uses.accountCount - uses.accounts.length
  return (
    <Stack>
      {uses.orders > 0 && (
        <Text as="p" kind="quiet">
          {t('remove.orders', { count: uses.orders })}
        </Text>
      )}
      {uses.accountCount > 0 && (
        <>
          {uses.orders === 0 && (
            <Text as="p" kind="quiet">
              {t('remove.usedText')}
            </Text>
          )}
          <Text as="h3" kind="strong">
            {t('remove.accounts')}
          </Text>
          <Stack as="ul" gap="xs">
            {uses.accounts.map(({ id, name }) => (
              <li key={id}>
                <InternalLink href={`/accounts/${id}/pricelist`} onClick={onFollow} className={styles.link}>
                  {name}
                </InternalLink>
              </li>
            ))}
            {others > 0 && <li>{t('remove.others', { count: others })}</li>}
          </Stack>
        </>
      )}
    </Stack>
  )
}
