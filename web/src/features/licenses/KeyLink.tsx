import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyLinks } from '@trellis/contract/key-pages'
import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { PdfButton } from '../../app/PdfButton.tsx'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './licenses.module.css'

/** The public page of a key: made, handed over and withdrawn here (rules K33). */
export default function KeyLink({ license }: { license: License }) {
  const { t } = useTranslation(['keyLink', 'errors'])
  const { serialKey, hasPage = false, blocked } = license
  const make = useWrite(keyLinks.make, {
    invalidates: ['/licenses'],
    success: 'keyLink:made',
    failure: 'keyLink:makeError',
  })
  const may = blocked.update === null
  if (hasPage && !may)
    return (
      <Panel title={t('keyLink:title')} screenOnly>
        <Text as="p">{t('keyLink:has')}</Text>
      </Panel>
    )
  return (
    <Panel title={t('keyLink:title')} screenOnly>
      {hasPage ? (
        <Link serialKey={serialKey} />
      ) : (
        <Stack gap="sm">
          <Text as="p" kind="quiet">
            {t('keyLink:none')}
          </Text>
          <Row>
            <ActionButton
              variant="default"
              size="compact-sm"
              loading={make.isPending}
              blocked={may ? null : t(`errors:${blocked.update as 'RQ403'}`)}
              onClick={() => make.mutate({ params: { serialKey } })}
            >
              {t('keyLink:make')}
            </ActionButton>
          </Row>
        </Stack>
      )}
    </Panel>
  )
}

function Link({ serialKey }: { serialKey: string }) {
  const { t } = useTranslation('keyLink')
  const confirm = useConfirm()
  const client = useQueryClient()
  const link = queryOf(keyLinks.read, { params: { serialKey } })
  const withdraw = useWrite(keyLinks.withdraw, {
    invalidates: ['/licenses'],
    success: 'keyLink:withdrawn',
    failure: 'keyLink:withdrawError',
    // A page that is made later has another link.
    onSuccess: () => client.removeQueries({ queryKey: link.queryKey }),
  })
  // There is no link to read again once it is withdrawn.
  const { data, error, refetch } = useQuery({ ...link, enabled: !withdraw.isPending && !withdraw.isSuccess })
  if (data === undefined && error)
    return <ErrorBlock error={error} title={t('fetchError')} retry={() => void refetch()} />
  if (data === undefined) return <Lines count={3} />
  const ask = async () => {
    const question = { title: t('withdrawTitle'), text: t('withdrawText'), confirm: t('withdraw'), destructive: true }
    if (await confirm(question)) withdraw.mutate({ params: { serialKey } })
  }
  return (
    <Stack gap="sm">
      <a href={data.url} target="_blank" rel="noreferrer" className={styles.link}>
        {data.url}
      </a>
      <Row>
        {/* Not `CopyButton`: by itself it would be one file more for the lists, whose records have it in their title. */}
        <ActionButton
          variant="default"
          size="xs"
          onClick={() =>
            void navigator.clipboard?.writeText(data.url).then(
              () => toast.info(t('copied')),
              () => undefined,
            )
          }
        >
          {t('copy')}
        </ActionButton>
        <PdfButton
          label={t('sheet')}
          load={async (language) => {
            const { fileName, base64 } = await call(keyLinks.sheet, { params: { serialKey }, body: { ...language } })
            const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
            return { fileName, file: new Blob([bytes], { type: 'application/pdf' }) }
          }}
          failure={(why) => t('sheetError', { why })}
        >
          {t('sheet')}
        </PdfButton>
        <ActionButton variant="subtle" size="xs" loading={withdraw.isPending} onClick={() => void ask()}>
          {t('withdraw')}
        </ActionButton>
      </Row>
    </Stack>
  )
}
