import { ActionIcon, Button, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import styles from './licenses.module.css'

interface Offered {
  productId: string
  name: string
  sku: string
  available: number
}

export interface ChosenExtension extends Offered {
  qt: number
}

interface ExtensionsProps {
  offered: readonly Offered[]
  chosen: readonly ChosenExtension[]
  onChange: (chosen: ChosenExtension[]) => void
  /** As many as keys or seats are made. */
  suggested: number
}

/** Pick and add, a list with remove: what is granted on top of the product. */
export function Extensions({ offered, chosen, onChange, suggested }: ExtensionsProps) {
  const { t } = useTranslation('licenses')
  const [picked, setPicked] = useState<string | null>(null)
  const [qt, setQt] = useState<number | null>(null)
  const open = offered.filter(({ productId }) => chosen.every((each) => each.productId !== productId))
  const wanted = qt ?? suggested
  const add = () => {
    const extension = open.find(({ productId }) => productId === picked)
    if (!extension || !(wanted >= 1)) return
    onChange([...chosen, { ...extension, qt: wanted }])
    setPicked(null)
    setQt(null)
  }
  return (
    <FieldGroup legend={t('extensions')} description={t('extensionsDescription')}>
      {open.length > 0 && (
        <div className={styles.extension}>
          <Select
            role="combobox"
            label={t('extension')}
            data={open.map(({ productId, name, sku, available }) => ({
              value: productId,
              label: `${name} · ${sku} · ${t('onHand', { amount: available })}`,
            }))}
            value={picked}
            onChange={setPicked}
          />
          <NumberInput label={t('quantity')} minimum={1} value={wanted} onChange={setQt} />
          <Button variant="default" onClick={add} disabled={picked === null}>
            {t('add')}
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <ul className={styles.chosen}>
          {chosen.map((extension) => (
            <li key={extension.productId}>
              <span>
                {extension.qt} × {extension.name} ({extension.sku})
              </span>
              <ActionIcon
                aria-label={t('removeExtension', { name: extension.name })}
                onClick={() => onChange(chosen.filter((each) => each !== extension))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </FieldGroup>
  )
}
