import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconLink, IconPencil, IconStarFilled } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../confirm.tsx'
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
  const { t } = useTranslation('ui')
  const clipboard = useClipboard()
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  if (edited !== null)
    return <ViewForm {...props} view={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
  const copy = (address: string) => {
    clipboard.copy(address)
    toast.info(t('views.copied'))
  }
  return (
    <Stack gap="sm">
      <Stack as="ul" gap="none" aria-label={t('views.title')}>
        <li>
          <InternalLink href={views.hrefOf(null)} className={styles.view} onClick={close}>
            {t('views.all')}
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
                <IconStarFilled size={12} role="img" aria-label={t('views.isDefault')} className={styles.star} />
              )}
            </InternalLink>
            <ActionIcon
              size="md"
              aria-label={t('views.copy', { name: view.name })}
              title={t('views.copy', { name: view.name })}
              onClick={() => copy(views.addressOf(view))}
            >
              <IconLink size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="md"
              aria-label={t('views.edit', { name: view.name })}
              title={t('views.edit', { name: view.name })}
              onClick={() => setEdited(view)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          </Row>
        ))}
      </Stack>
      <Row gap="sm">
        <Button size="xs" variant="light" disabled={views.isFull} onClick={() => setEdited('new')}>
          {t('views.save')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => copy(views.addressOf(shown))}>
          {t('views.copyThis')}
        </Button>
      </Row>
      <Text kind="small" className={styles.hint}>
        {views.isFull ? t('views.full', { most: views.most }) : t('views.hint')}
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
  const { t } = useTranslation('ui')
  const confirm = useConfirm()
  const [name, setName] = useState(view?.name ?? '')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [replaces, setReplaces] = useState(view === null)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('validation.required'))
    setSaving(true)
    try {
      await views.save(view, { name, isDefault, ...(replaces && { shown }) })
      onDone()
    } catch (problem) {
      const [issue] = issuesOf(problem)
      if (issue !== undefined) setError(t(issue.code === 'taken' ? 'validation.taken' : 'validation.invalid'))
    }
    setSaving(false)
  }
  const remove = async (removed: SavedView) => {
    close()
    const question = { title: t('views.removeTitle', { name: removed.name }), confirm: t('views.remove') }
    if (await confirm({ ...question, destructive: true })) views.remove(removed)
  }
  return (
    <Stack as="div" gap="md">
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('views.name')}
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
              label={t('views.replace')}
              checked={replaces}
              onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
            />
          )}
          <Checkbox
            label={t('views.byDefault')}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
          <Row gap="sm">
            <Button type="submit" size="xs" loading={saving}>
              {t('views.keep')}
            </Button>
            <Button size="xs" variant="default" onClick={onDone}>
              {t('cancel')}
            </Button>
            {view !== null && (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                className={styles.remove}
                onClick={() => void remove(view)}
              >
                {t('views.remove')}
              </Button>
            )}
          </Row>
        </Stack>
      </form>
    </Stack>
  )
}
