import { Checkbox, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconLink, IconPencil, IconStarFilled } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../Button.tsx'
import { useConfirm } from '../confirm.tsx'
import { useFaultWords } from '../faults.ts'
import { issuesOf } from '../issues.ts'
import { Row, Stack, Text } from '../layout.tsx'
import { InternalLink } from '../link.tsx'
import type { ListViews, SavedView } from '../list.ts'
import { toast } from '../toast.tsx'
import styles from './ViewsMenu.module.css'

interface ViewsMenuProps {
  views: ListViews
  /** The ids of the shown columns. */
  shown: readonly string[]
  close(): void
}

/** The saved views of a list: opened by a click, changed and shared beside it. */
export default function ViewsMenu(props: ViewsMenuProps) {
  const { views, shown, close } = props
  const { t } = useTranslation(['listViews', 'ui'])
  const clipboard = useClipboard()
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  if (edited !== null)
    return <ViewForm {...props} view={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
  const copy = (address: string) => {
    clipboard.copy(address)
    toast.info(t('copied'))
  }
  return (
    <Stack gap="sm">
      <Stack as="ul" gap="none" aria-label={t('ui:views.title')}>
        <li>
          <InternalLink href={views.hrefOf(null)} className={styles.view} onClick={close}>
            {t('all')}
          </InternalLink>
        </li>
        {views.items.map((view) => (
          <Row as="li" key={view.id} gap="xs" nowrap>
            <InternalLink
              href={views.hrefOf(view)}
              className={styles.view}
              aria-current={views.active?.id === view.id ? 'true' : undefined}
              onClick={close}
            >
              {view.name}
              {view.isDefault && (
                <IconStarFilled size={12} role="img" aria-label={t('isDefault')} className={styles.star} />
              )}
            </InternalLink>
            <IconButton
              size="md"
              aria-label={t('copy', { name: view.name })}
              title={t('copy', { name: view.name })}
              onClick={() => copy(views.addressOf(view))}
            >
              <IconLink size={16} aria-hidden />
            </IconButton>
            <IconButton
              size="md"
              aria-label={t('edit', { name: view.name })}
              title={t('edit', { name: view.name })}
              onClick={() => setEdited(view)}
            >
              <IconPencil size={16} aria-hidden />
            </IconButton>
          </Row>
        ))}
      </Stack>
      <Row gap="sm">
        <Button size="xs" variant="light" disabled={views.isFull} onClick={() => setEdited('new')}>
          {t('save')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => copy(views.addressOf(shown))}>
          {t('copyThis')}
        </Button>
      </Row>
      <Text kind="small" className={styles.hint}>
        {views.isFull ? t('full', { most: views.most }) : t('hint')}
      </Text>
    </Stack>
  )
}

interface ViewFormProps extends ViewsMenuProps {
  /** Null: what the list shows becomes a new view. */
  view: SavedView | null
  onDone(): void
}

function ViewForm({ views, shown, close, view, onDone }: ViewFormProps) {
  const { t } = useTranslation(['listViews', 'ui'])
  const say = useFaultWords()
  const confirm = useConfirm()
  const [name, setName] = useState(view?.name ?? '')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [replaces, setReplaces] = useState(view === null)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(say('required'))
    setSaving(true)
    try {
      await views.save(view, { name, isDefault, ...(replaces && { shown }) })
      onDone()
    } catch (problem) {
      const [issue] = issuesOf(problem)
      if (issue !== undefined) setError(say(issue.code === 'taken' ? 'taken' : 'invalid'))
    }
    setSaving(false)
  }
  const remove = async (removed: SavedView) => {
    close()
    const question = { title: t('removeTitle', { name: removed.name }), confirm: t('remove') }
    if (await confirm({ ...question, destructive: true })) views.remove(removed)
  }
  return (
    <Stack as="div" gap="md">
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            value={name}
            maxLength={60}
            error={error}
            required
            data-autofocus
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setName(currentTarget.value)
              setError(null)
            }}
          />
          {view !== null && (
            <Checkbox
              label={t('replace')}
              checked={replaces}
              onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
            />
          )}
          <Checkbox
            label={t('byDefault')}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
          <Row gap="sm">
            <Button type="submit" size="xs" loading={saving}>
              {t('keep')}
            </Button>
            <Button size="xs" variant="default" onClick={onDone}>
              {t('ui:cancel')}
            </Button>
            {view !== null && (
              <Button
                size="xs"
                variant="subtle"
                color="danger"
                className={styles.remove}
                onClick={() => void remove(view)}
              >
                {t('remove')}
              </Button>
            )}
          </Row>
        </Stack>
      </form>
    </Stack>
  )
}
