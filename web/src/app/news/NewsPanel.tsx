import { IconBell, IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type News, news, pathOfNews } from '@trellis/contract/news'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useWrite } from '../useWrite.ts'
import styles from './news.module.css'
import { newsPages } from './newsQueries.ts'
import { useNewsWords } from './useNewsWords.ts'

interface NewsPanelProps {
  onClose: () => void
}

export default function NewsPanel(props: NewsPanelProps) {
  return (
    <Suspense fallback={<Lines count={4} />}>
      <NewsList {...props} />
    </Suspense>
  )
}

function NewsList({ onClose }: NewsPanelProps) {
  const { t } = useTranslation('news')
  const list = useRef<HTMLElement>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(newsPages)
  const read = useWrite(news.read, { invalidates: ['/news'] })
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const unread = data?.pages.at(-1)?.unread ?? 0
  return (
    <Stack gap="sm">
      <Row justify="between" align="center" nowrap>
        <Text as="h2" kind="title">
          {t('title')}
        </Text>
        {unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={read.isPending && read.variables?.body !== undefined && 'all' in read.variables.body}
            onClick={() => {
              read.mutate({ body: { all: true } })
              // The button goes away with the last unread item.
              list.current?.focus()
            }}
          >
            {t('readAll')}
          </Button>
        )}
      </Row>
      {data === undefined && error !== null ? (
        <ErrorBlock error={error} title={t('failed')} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Lines count={6} />
      ) : items.length === 0 ? (
        <Empty title={t('empty')} icon={IconBell}>
          {t('emptyText')}
        </Empty>
      ) : (
        <Stack as="ul" gap="none" ref={list} tabIndex={-1} className={styles.list} aria-label={t('title')}>
          {items.map((item) => (
            <Item
              key={item.newsId}
              item={item}
              onOpen={() => {
                if (!item.isRead) read.mutate({ body: { ids: [item.newsId] } })
                onClose()
              }}
              onRead={() => {
                read.mutate({ body: { ids: [item.newsId] } })
                list.current?.focus()
              }}
            />
          ))}
        </Stack>
      )}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      <InternalLink href="/profile" className={styles.choose} onClick={onClose}>
        {t('choose')}
      </InternalLink>
    </Stack>
  )
}

function Item({ item, onOpen, onRead }: { item: News; onOpen: () => void; onRead: () => void }) {
  const { t } = useTranslation('news')
  const words = useNewsWords()(item)
  return (
    <li className={styles.item} data-unread={!item.isRead || undefined}>
      <div className={styles.text}>
        <InternalLink href={pathOfNews(item.kind, item.recordId, item.words)} className={styles.link} onClick={onOpen}>
          {!item.isRead && <VisuallyHidden>{t('unread')} </VisuallyHidden>}
          {words}
        </InternalLink>
        <Text kind="small">
          <DateTime value={item.creationDate} />
        </Text>
      </div>
      {!item.isRead && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.read}
          onClick={onRead}
          aria-label={t('readOne', { words })}
          title={t('read')}
        >
          <IconCheck size={16} stroke={1.8} aria-hidden />
        </Button>
      )}
    </li>
  )
}
