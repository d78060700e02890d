import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Recipe, reads } from '@trellis/contract/import-recipe'
import { shippedRecipes } from '@trellis/contract/import-recipes'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { download } from '../../ui/download.ts'
import { Columns, Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { recipeOf } from './columns.ts'
import type { ReadFile } from './sheet.ts'
import type { ImportState } from './useImport.ts'
import { useReadFile } from './useReadFile.ts'

interface RecipesProps {
  kind: ImportKind
  state: ImportState
  sheet: ReadFile
}

/** Recipes of one's own and of usual sources that can read a file, and its own way of being read, to be kept by name. */
export function Recipes({ kind, state, sheet }: RecipesProps) {
  const { t } = useTranslation('imports')
  const { data: kept = [] } = useQuery(queryOf(imports.recipes))
  const { read, isReading, trouble } = useReadFile(kind, state.take)
  const { file, wishes, first } = sheet
  const fits = (recipe: Recipe) => recipe.kind === kind && first.some(({ cells }) => reads(recipe, cells))
  const own = kept.filter(({ recipe }) => fits(recipe))
  const shipped = shippedRecipes.filter(fits)
  const isBusy = state.isUnderWay || state.isSending || isReading
  const [name, setName] = useState(wishes.recipe?.name ?? '')
  const choose = (value: string) => {
    const [from, at] = value.split(' ')
    const recipe = from === 'own' ? own[Number(at)]?.recipe : from === 'shipped' ? shipped[Number(at)] : undefined
    const { recipe: _, header: __, ...others } = wishes
    setName(recipe?.name ?? '')
    void read(file, recipe === undefined ? others : { ...others, recipe })
  }
  const isTaken = ({ name }: Recipe) => name === wishes.recipe?.name
  const ownAt = own.findIndex(({ recipe }) => isTaken(recipe))
  const shippedAt = shipped.findIndex(isTaken)
  return (
    <Panel title={t('recipes.title')} description={t('recipes.text')}>
      <Stack>
        <Columns gap="lg" min="15rem">
          {(own.length > 0 || shipped.length > 0) && (
            <NativeSelect
              label={t('recipes.choose')}
              value={ownAt >= 0 ? `own ${ownAt}` : shippedAt >= 0 ? `shipped ${shippedAt}` : ''}
              disabled={isBusy}
              data={[
                { value: '', label: t('recipes.none') },
                ...own.map(({ recipe }, at) => ({ value: `own ${at}`, label: recipe.name })),
                ...shipped.map(({ name }, at) => ({ value: `shipped ${at}`, label: t('recipes.shipped', { name }) })),
              ]}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
          )}
          <Keep {...{ kind, state, sheet, isBusy, name, setName }} ownId={own[ownAt]?.recipeId} />
        </Columns>
        {trouble !== null && (
          <Text as="p" kind="error" role="alert">
            {t(`trouble.${trouble.of.trouble}`, { line: trouble.of.line ?? 1 })}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

interface KeepProps extends RecipesProps {
  isBusy: boolean
  name: string
  setName: (name: string) => void
  /** Of the recipe that is taken, if it is the reader's own. */
  ownId: string | undefined
}

/** Keeps the way in which the file is read, gives it as a file for the command, or deletes the recipe that is taken. */
function Keep({ kind, state, sheet, isBusy, name, setName, ownId }: KeepProps) {
  const { t } = useTranslation('imports')
  const keep = useWrite(imports.keepRecipe, {
    invalidates: [imports.recipes],
    onSuccess: ({ recipe }) => toast.success(t('recipes.kept', { name: recipe.name })),
  })
  const remove = useWrite(imports.removeRecipe, { invalidates: [imports.recipes] })
  const { understanding, layout } = state
  if (understanding === null) return null
  const recipe = () => recipeOf(name.trim(), kind, sheet, understanding, layout)
  const blocked = name.trim() === '' ? t('recipes.unnamed') : null
  return (
    <Stack gap="sm">
      <TextInput
        label={t('recipes.name')}
        value={name}
        maxLength={255}
        disabled={isBusy}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Row gap="sm">
        <ActionButton
          variant="default"
          size="xs"
          loading={keep.isPending}
          blocked={blocked}
          onClick={() => keep.mutate({ body: recipe() })}
        >
          {t('recipes.keep')}
        </ActionButton>
        <ActionButton
          variant="default"
          size="xs"
          blocked={blocked}
          onClick={() => download(`${name.trim()}.json`, `${JSON.stringify(recipe(), null, 2)}\n`, 'application/json')}
        >
          {t('recipes.download')}
        </ActionButton>
        {ownId !== undefined && (
          <Button
            variant="default"
            size="xs"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id: ownId } })}
          >
            {t('recipes.remove')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}
