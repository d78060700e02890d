import { IconClipboardText, IconCopy, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { ArticlePicker } from './ArticlePicker.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { fromWire } from './discount.ts'
import { articleOn, chosenLine, idOf, put, takeOthersOff } from './grid.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { PriceGrid, type PriceGridProps } from './PriceGrid.tsx'
import { useArticles } from './queries.ts'

interface PriceEditorProps extends Omit<PriceGridProps, 'compact' | 'tools' | 'empty' | 'onPaste'> {
  currencyId: number | null
  /** A sentence below the heading. */
  text: string
  /** Opens with the dialog for pasted rows. */
  pasting?: boolean
}

/** The price grid with the ways to fill it: products one by one, pasted rows, another list. */
export function PriceEditor({ currencyId, text, pasting = false, ...grid }: PriceEditorProps) {
  const { t } = useTranslation('priceLists')
  const { lines, onChange, pricing, label } = grid
  const { articles, error, retry } = useArticles()
  const [pasted, setPasted] = useState<string | null>(pasting ? '' : null)
  const [copying, setCopying] = useState(false)
  const blocked = currencyId === null ? t('form.chooseCurrency') : null
  const taken = new Set(lines.map(idOf))
  return (
    <>
      <PriceGrid
        {...grid}
        tools={(search) => (
          <Stack gap="md" style={{ flex: 1 }}>
            <Row justify="between" align="start">
              <Stack gap="none">
                <Text as="h2" kind="title">
                  {label}
                </Text>
                <Text kind="quiet">{text}</Text>
              </Stack>
              <Row>
                <ActionButton
                  variant="default"
                  leftSection={<IconClipboardText size={16} aria-hidden />}
                  blocked={blocked}
                  onClick={() => setPasted('')}
                >
                  {t('paste.action')}
                </ActionButton>
                <ActionButton
                  variant="default"
                  leftSection={<IconCopy size={16} aria-hidden />}
                  blocked={blocked}
                  onClick={() => setCopying(true)}
                >
                  {t('copy.action')}
                </ActionButton>
                <LinkButton
                  href="/import?kind=price-lists"
                  variant="default"
                  leftSection={<IconFileImport size={16} aria-hidden />}
                >
                  {t('importFile')}
                </LinkButton>
              </Row>
            </Row>
            <Row justify="between" align="end" gap="lg">
              <div style={{ flex: '1 1 16rem', maxWidth: '34rem', minHeight: '3.75rem' }}>
                {error !== null ? (
                  <ErrorBlock error={error} title={t('picker.failed')} shape="line" retry={retry} />
                ) : articles === undefined ? (
                  <Line />
                ) : (
                  <ArticlePicker
                    articles={articles}
                    taken={taken}
                    codeOf={pricing.codeOf}
                    onChoose={(article) =>
                      onChange((before) => put(before, [chosenLine(article, pricing.pricedOf(article))]))
                    }
                  />
                )}
              </div>
              {search}
            </Row>
          </Stack>
        )}
        empty={
          articles?.length === 0 ? <NoArticles /> : <Empty title={t('form.noItems')}>{t('form.noItemsText')}</Empty>
        }
        {...(blocked === null && { onPaste: setPasted })}
      />
      <PasteDialog
        text={pasted}
        pricing={pricing}
        replaces={lines.some(({ saved }) => saved !== null)}
        onClose={() => setPasted(null)}
        onTake={(prices, removeOthers) => {
          const kept = new Set(prices.map(idOf))
          onChange((before) => put(removeOthers ? takeOthersOff(before, kept) : before, prices))
          setPasted(null)
        }}
      />
      <CopyDialog
        opened={copying}
        onClose={() => setCopying(false)}
        currencyId={currencyId}
        onCopy={(products) => {
          const known = new Set(articles?.map(({ productId }) => productId))
          const prices = products
            .filter(({ productId }) => known.has(productId) && !taken.has(productId))
            .map((product) => ({ article: articleOn(product), draft: fromWire(product) }))
          onChange((before) => put(before, prices))
          toast.info(t('copy.copied', { count: prices.length }))
        }}
      />
    </>
  )
}

/** Before there is a product, a list can have no prices. */
function NoArticles() {
  const { t } = useTranslation('priceLists')
  const mayAdd = useCan('Products', 'c')
  return (
    <Empty
      title={t('form.noArticles')}
      action={
        mayAdd && (
          <LinkButton variant="default" href="/products/create">
            {t('form.addArticle')}
          </LinkButton>
        )
      }
    >
      {t('form.noArticlesText')}
    </Empty>
  )
}
