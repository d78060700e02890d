import { useMutation } from '@tanstack/react-query'
import { type Connection, directories, directorySignIn } from '@trellis/contract/directories'
import type { DirectoryProblem } from '@trellis/contract/directory-problems'
import type { AnswerOf } from '@trellis/contract/endpoint'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { isProblem } from '../../app/problem.ts'
import { useRoleName } from '../../app/roleNames.ts'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** What the directory has added to the address of the test's return. */
export interface Tested {
  state?: string
  code?: string
  iss?: string
  error?: string
}

type Outcome = AnswerOf<typeof directorySignIn.test>

/** Says to the page to which directories lead back that this browser is testing a connection. */
const testing = 'trellis.directory.test'

/** A sign-in at the directory that shows what it says, and what would come of it; nothing changes (rules P40). */
export function DirectoryTest({ connection: { connectionId }, tested }: { connection: Connection; tested: Tested }) {
  const { t } = useTranslation(['directories', 'later'])
  const begin = useMutation({
    mutationFn: () => call(directories.beginTest, { params: { connectionId } }),
    onSuccess: ({ url }) => {
      sessionStorage.setItem(testing, connectionId)
      sessionStorage.removeItem('trellis.directory.proof')
      window.location.assign(url)
    },
  })
  const finish = useMutation({ mutationFn: (body: Tested & { state: string }) => call(directorySignIn.test, { body }) })
  const { mutate } = finish
  const asked = useRef(false)
  const { state, code, iss, error } = tested
  useEffect(() => {
    // A test is over once it was asked about.
    if (state === undefined || asked.current) return
    asked.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname)
    mutate({ state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) })
  }, [mutate, state, code, iss, error])
  const failed = begin.error ?? finish.error
  return (
    <Panel title={t('testTitle')} description={t('testText')}>
      <Stack gap="xl">
        {failed && <ErrorBlock shape="line" error={failed} title={words(failed, t)} />}
        {finish.data && <Shown outcome={finish.data} />}
        <Row>
          <Button variant="default" loading={begin.isPending || finish.isPending} onClick={() => begin.mutate()}>
            {t('test')}
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}

/** Why a test came to nothing, with the words of the directory. */
function words(error: unknown, t: TFunction<['directories', 'later']>): string {
  const { reason, detail } = (isProblem(error) ? (error.info ?? {}) : {}) as {
    reason?: DirectoryProblem
    detail?: string
  }
  const said = reason === undefined ? t('directories:testFailed') : t(`later:problems.${reason}`)
  return detail === undefined ? said : `${said} ${detail}`
}

function Shown({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation(['directories', 'later'])
  const roleName = useRoleName()
  const roles = outcome.roles?.map((name) => roleName({ name })).join(', ')
  return (
    <Stack gap="xl">
      <Row>
        <StatusTag tone={outcome.outcome === null ? 'error' : 'success'}>
          {t(outcome.outcome === null ? 'outcomes.refused' : `outcomes.${outcome.outcome}`)}
        </StatusTag>
        {outcome.problem !== null && <Text>{t(`later:problems.${outcome.problem}`)}</Text>}
      </Row>
      <DefinitionList
        items={[
          { term: t('email'), value: outcome.email ?? <NoValue /> },
          { term: t('user'), value: outcome.userName ?? <NoValue /> },
          { term: t('account'), value: outcome.accountName ?? <NoValue /> },
          { term: t('roles'), value: outcome.tooManyGroups ? t('tooMany') : (roles ?? t('rolesStay')) },
        ]}
      />
      <Stack gap="sm">
        <Text kind="strong">{t('claims')}</Text>
        <DefinitionList
          items={outcome.claims.map(({ name, value }) => ({ term: name, value, wide: value.length > 30 }))}
        />
      </Stack>
    </Stack>
  )
}
