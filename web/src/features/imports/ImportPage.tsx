import { getRouteApi } from '@tanstack/react-router'
import { type ImportKind, importKinds } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { mayImport } from '../../app/importRights.ts'
import { useMe } from '../../app/me.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Text } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { Faults } from './Faults.tsx'
import { FileForm, isNotable } from './FileForm.tsx'
import { MapColumns } from './MapColumns.tsx'
import { Outcome } from './Outcome.tsx'
import { Progress } from './Progress.tsx'
import { RecentImports } from './RecentImports.tsx'
import { KeepRecipe, Recipes } from './Recipes.tsx'
import { SendButtons } from './SendButtons.tsx'
import { useImport } from './useImport.ts'
import { Words } from './Words.tsx'

const Route = getRouteApi('/_frame/import')

/** The import of a file: choose it, map its columns, dry run, correct errors, and save. */
export function ImportPage() {
  const { t } = useTranslation('imports')
  const { kind, account } = Route.useSearch()
  const me = useMe()
  const offered = importKinds.filter((each) => mayImport(each, me))
  const href = (each: ImportKind) => `/import?kind=${each}${account === undefined ? '' : `&account=${account}`}`
  return (
    <Page
      title={t(`title.${kind}`)}
      description={t(`text.${kind}`)}
      below={
        offered.length > 1 && (
          <TabLinks
            label={t('kinds')}
            current={href(kind)}
            tabs={offered.map((each) => ({ href: href(each), label: t(`kind.${each}`) }))}
          />
        )
      }
    >
      {offered.includes(kind) ? (
        <Steps key={kind} kind={kind} account={account} />
      ) : (
        <Panel>
          <NoPermission>{t('noPermission')}</NoPermission>
        </Panel>
      )}
    </Page>
  )
}

function Steps({ kind, account }: { kind: ImportKind; account: string | undefined }) {
  const state = useImport(kind, account)
  const { t } = useTranslation('imports')
  const { sheet, report } = state
  if (sheet === null)
    return (
      <>
        <ChooseFile kind={kind} onChosen={state.take} />
        <RecentImports />
      </>
    )
  if (report?.status === 'done' && !report.dryRun && report.outcome === 'imported' && !state.isEdited)
    return (
      <>
        <Outcome kind={kind} account={account} state={state} report={report} />
        <KeepRecipe kind={kind} state={state} sheet={sheet} />
      </>
    )
  const foreignWords = state.understanding?.foreignWords ?? []
  const isDone = !state.isUnderWay && report?.status === 'done'
  const buttons = <SendButtons kind={kind} state={state} />
  return (
    <>
      {isNotable(sheet) && (
        <FileForm kind={kind} sheet={sheet} isBusy={state.isUnderWay || state.isSending} onRead={state.take} />
      )}
      <Recipes kind={kind} state={state} sheet={sheet} />
      {foreignWords.length > 0 && <Words kind={kind} state={state} words={foreignWords} />}
      <MapColumns kind={kind} state={state} sheet={sheet}>
        {!isDone && buttons}
      </MapColumns>
      {state.error !== null && (
        <ErrorBlock shape="line" error={state.error} title={t(state.isBrokenOff ? 'goesOn' : 'failed')} />
      )}
      {report?.status === 'canceled' && (
        <Text as="p" role="status">
          {t('stopped')}
        </Text>
      )}
      {report?.status === 'failed' && <ErrorBlock shape="line" error={null} title={t('brokeOff')} />}
      {state.isUnderWay || state.sentShare !== null ? (
        <Progress state={state} sheet={sheet} />
      ) : (
        report?.status === 'done' && (
          <Faults kind={kind} state={state} sheet={sheet} report={report}>
            {buttons}
          </Faults>
        )
      )}
      <KeepRecipe key={`keep ${sheet.wishes.recipe?.name}`} kind={kind} state={state} sheet={sheet} />
    </>
  )
}
