import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type NewsChoice, type NewsKind, type NewsWay, news } from '@trellis/contract/news'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { ScreenError } from '../../../app/ScreenError.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import styles from './profile.module.css'

const choicesQuery = queryOf(news.choices)

/** How each kind of news reaches the reader. A choice is saved at once. */
export function NewsChoices() {
  const { t } = useTranslation('news')
  const client = useQueryClient()
  const { isNotificationEnabled } = useMe()
  const { data, error, refetch } = useQuery(choicesQuery)
  const choose = useWrite(news.choose, {
    invalidates: [],
    success: 'news:choices.saved',
    onSuccess: (answer) => client.setQueryData(choicesQuery.queryKey, answer),
  })
  return (
    <Panel title={t('choices.title')} description={t('choices.text')}>
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('choices.fetchError')} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Lines count={14} />
      ) : data.choices.length === 0 ? (
        <Text kind="quiet">{t('choices.none')}</Text>
      ) : (
        <Stack gap="md">
          {!isNotificationEnabled && <Text kind="quiet">{t('choices.mailsOff')}</Text>}
          <Matrix
            choices={data.choices.map(({ kind, way }) => ({
              kind,
              way: choose.isPending ? (chosenIn(choose.variables, kind) ?? way) : way,
            }))}
            onChoose={(choices) => choose.mutate({ body: { choices } })}
          />
        </Stack>
      )}
    </Panel>
  )
}

/** The choice that is being saved, so that the field does not jump back meanwhile. */
const chosenIn = (request: { body: { choices: { kind: NewsKind; way: NewsWay }[] } } | undefined, kind: NewsKind) =>
  request?.body.choices.find((choice) => choice.kind === kind)?.way

interface MatrixProps {
  choices: readonly NewsChoice[]
  onChoose: (choices: NewsChoice[]) => void
}

/** From the loudest to the quietest. */
const ways: readonly NewsWay[] = ['mail', 'digest', 'bell', 'none']

/** Kinds of news by ways to be told. The first row sets them all. */
function Matrix({ choices, onChoose }: MatrixProps) {
  const { t } = useTranslation('news')
  const [first] = choices
  const common = choices.every(({ way }) => way === first?.way) ? (first?.way ?? null) : null
  const row = (name: string, label: string, chosen: NewsWay | null, choose: (way: NewsWay) => void) => (
    <tr key={name}>
      <th scope="row">{label}</th>
      {ways.map((way) => (
        <td key={way}>
          <label className={styles.way}>
            <input
              type="radio"
              name={`news-${name}`}
              aria-label={`${label}: ${t(`choices.ways.${way}`)}`}
              checked={way === chosen}
              onChange={() => choose(way)}
            />
          </label>
        </td>
      ))}
    </tr>
  )
  return (
    <table className={styles.matrix} aria-label={t('choices.title')}>
      <thead>
        <tr>
          <th scope="col">{t('choices.kind')}</th>
          {ways.map((way) => (
            <th key={way} scope="col">
              {t(`choices.ways.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('all', t('choices.all'), common, (way) => onChoose(choices.map(({ kind }) => ({ kind, way }))))}
        {choices.map(({ kind, way }) =>
          row(kind, t(`choices.kinds.${kind}`), way, (chosen) => onChoose([{ kind, way: chosen }])),
        )}
      </tbody>
    </table>
  )
}
