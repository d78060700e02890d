import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type NewsKind, type NewsWay, news, newsWays } from '@trellis/contract/news'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { ScreenError } from '../../../app/ScreenError.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import { Columns, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'

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
        <Lines count={5} />
      ) : data.choices.length === 0 ? (
        <Text kind="quiet">{t('choices.none')}</Text>
      ) : (
        <Stack gap="md">
          {!isNotificationEnabled && <Text kind="quiet">{t('choices.mailsOff')}</Text>}
          <Columns min="18rem" gap="md" align="end">
            {data.choices.map(({ kind, way }) => (
              <WayOf
                key={kind}
                kind={kind}
                way={choose.isPending ? (chosenIn(choose.variables, kind) ?? way) : way}
                onChoose={(chosen) => choose.mutate({ body: { choices: [{ kind, way: chosen }] } })}
              />
            ))}
          </Columns>
        </Stack>
      )}
    </Panel>
  )
}

/** The choice that is being saved, so that the field does not jump back meanwhile. */
const chosenIn = (request: { body: { choices: { kind: NewsKind; way: NewsWay }[] } } | undefined, kind: NewsKind) =>
  request?.body.choices.find((choice) => choice.kind === kind)?.way

interface WayOfProps {
  kind: NewsKind
  way: NewsWay
  onChoose: (way: NewsWay) => void
}

function WayOf({ kind, way, onChoose }: WayOfProps) {
  const { t } = useTranslation('news')
  return (
    <NativeSelect
      label={t(`choices.kinds.${kind}`)}
      value={way}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as NewsWay)}
      data={newsWays.map((value) => ({ value, label: t(`choices.ways.${value}`) }))}
    />
  )
}
