import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../ActionMenu.tsx'
import { IconButton } from '../Button.tsx'
import type { Column } from '../columns.ts'
import type { List } from '../list.ts'
import { Popup, usePopup } from '../Popup.tsx'
import { MoreMenu } from './forms.ts'

export interface MoreToolProps<Row> {
  list: List<Row>
  /** All columns; a list that is shown as cards is sorted here too. */
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  toggle(id: string, shown: boolean): void
  /** File name without extension; without it the list is not exported. */
  name: string | undefined
  selected: ReadonlySet<string> | undefined
  narrow: boolean
  /** What else can be done with the list, such as importing records. */
  actions: readonly Action[]
}

/** What is wanted now and then: export, print, order, columns and the height of rows. */
export function MoreTool<Row>(props: MoreToolProps<Row>) {
  const { t } = useTranslation('ui')
  const popup = usePopup()
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <IconButton
        size={30}
        aria-label={t('table.more')}
        title={t('table.more')}
        loading={isBusy}
        data-export={props.name === undefined ? undefined : true}
        onPointerEnter={MoreMenu.fetch}
        onFocus={MoreMenu.fetch}
        {...popup.opener}
      >
        <IconDots size={18} stroke={1.8} aria-hidden />
      </IconButton>
      <Popup popup={popup} label={t('table.more')} align="end" width={300}>
        <MoreMenu {...(props as unknown as MoreToolProps<unknown>)} setBusy={setBusy} close={popup.close} />
      </Popup>
    </>
  )
}
