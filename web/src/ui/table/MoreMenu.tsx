import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuItems } from '../ActionMenu.tsx'
import { type Column, hideableOf } from '../columns.ts'
import { useDensity } from '../density.ts'
import { Stack, Text } from '../layout.tsx'
import { useLocale } from '../locale.tsx'
import { Switch } from '../Switch.tsx'
import { toast } from '../toast.tsx'
import { useErrorWords } from '../words.tsx'
import ColumnChoice from './ColumnChoice.tsx'
import ExportMenu from './ExportMenu.tsx'
import type { MoreToolProps } from './MoreTool.tsx'
import { SortSelect } from './SortSelect.tsx'

interface MoreMenuProps extends MoreToolProps<unknown> {
  setBusy(busy: boolean): void
  close(): void
}

/** The menu behind the three dots of a list. */
export default function MoreMenu(props: MoreMenuProps) {
  const { list, columns, shown, toggle, name, selected, narrow, actions, setBusy, close } = props
  const { t } = useTranslation('ui')
  const [density, setDensity] = useDensity()
  const hideable = hideableOf(columns)
  const only = selected !== undefined && selected.size > 0 && list.maximumSaved !== undefined ? selected : undefined
  const sortable = columns.filter(({ sort }) => sort)
  return (
    <Stack gap="lg">
      {actions.length > 0 && <MenuItems actions={actions} close={close} />}
      {name !== undefined && list.rows.length > 0 && (
        <Part title={only ? t('table.exportCount', { count: only.size }) : t('table.export')}>
          {list.save ? (
            <ExportMenu
              list={list}
              shown={shown as readonly Column<never>[]}
              name={name}
              only={only}
              setBusy={setBusy}
              close={close}
            />
          ) : (
            <ShownRows {...props} name={name} />
          )}
        </Part>
      )}
      {!narrow && sortable.length > 1 && (
        <Part title={t('table.sort')}>
          <SortSelect list={list} columns={sortable} />
        </Part>
      )}
      {!narrow && hideable.length > 0 && (
        <Part title={t('table.columns')}>
          <ColumnChoice
            columns={hideable as readonly Column<never>[]}
            isShown={(id) => shown.some((column) => column.id === id)}
            toggle={toggle}
          />
        </Part>
      )}
      {!narrow && (
        <Switch
          label={t('table.comfortable')}
          checked={density === 'comfortable'}
          onChange={(checked) => setDensity(checked ? 'comfortable' : 'compact')}
        />
      )}
    </Stack>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="div" gap="xs" role="group" aria-label={title}>
    <Text kind="small" aria-hidden>
      {title}
    </Text>
    {children}
  </Stack>
)

/** A list that is loaded whole: the file has the shown rows. */
function ShownRows({ list, shown, close, name }: MoreMenuProps & { name: string }) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const words = useErrorWords()
  const save = () =>
    void import('./saveShown.ts').then(
      (code) => code.saveShown(list.rows, shown, name, language),
      (error: unknown) => toast.error(words(error).title),
    )
  return <MenuItems actions={[{ label: t('table.exportAs.csv'), onClick: save }]} close={close} />
}
