import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Recipe, reads } from '@trellis/contract/import-recipe'
import { shippedRecipes } from '@trellis/contract/import-recipes'
import type { ImportKind } from '@trellis/contract/imports'
import { recipes } from '@trellis/contract/recipes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { download } from '../../ui/download.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
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

/** The recipes of one's own and of usual sources that can read a file; nothing where there is none. */
export function Recipes({ kind, state, sheet }: RecipesProps) {
  const { t } = useTranslation('imports')
  const { data: kept = [] } = useQuery(queryOf(recipes.list))
  const { read, isReading, trouble } = useReadFile(kind, state.take)
  const { file, wishes, first } = sheet
  const fits = (recipe: Recipe) => recipe.kind === kind && first.some(({ cells }) => reads(recipe, cells))
  const own = kept.map(({ recipe }) => recipe).filter(fits)
  const shipped = shippedRecipes.filter(fits)
  const offered = [...own, ...shipped]
  if (offered.length === 0) return null
  const choose = (at: number) => {
    const recipe = offered[at]
    const { recipe: _, header: __, ...others } = wishes
    void read(file, recipe === undefined ? others : { ...others, recipe })
  }
  return (
    <Panel title={t('recipes.title')} description={t('recipes.text')}>
      <Stack>
        <NativeSelect
          label={t('recipes.choose')}
          value={offered.findIndex(({ name }) => name === wishes.recipe?.name)}
          disabled={state.isUnderWay || state.isSending || isReading}
          data={[
            { value: '-1', label: t('recipes.none') },
            ...offered.map(({ name }, at) => ({
              value: String(at),
              label: at < own.length ? name : t('recipes.shipped', { name }),
            })),
          ]}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
        {trouble !== null && (
          <Text as="p" kind="error" role="alert">
            {t(`trouble.${trouble.of.trouble}`, { line: trouble.of.line ?? 1 })}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

/** Keeps the way in which the file is read, gives it as a file for the command, or deletes the recipe that was taken. */
export function KeepRecipe({ kind, state, sheet }: RecipesProps) {
  const { t } = useTranslation('imports')
  const [name, setName] = useState(sheet.wishes.recipe?.name ?? '')
  const { data: kept = [] } = useQuery(queryOf(recipes.list))
  const keep = useWrite(recipes.keep, {
    invalidates: [recipes.list],
    onSuccess: ({ recipe }) => toast.success(t('recipes.kept', { name: recipe.name })),
  })
  const remove = useWrite(recipes.remove, { invalidates: [recipes.list] })
  const { understanding, layout } = state
  if (understanding === null) return null
  const own = kept.find(({ recipe }) => recipe.kind === kind && recipe.name === name.trim())
  const recipe = () => recipeOf(name.trim(), kind, sheet, understanding, layout)
  const blocked = name.trim() === '' ? t('recipes.unnamed') : null
  return (
    <Panel title={t('recipes.keepTitle')} description={t('recipes.keepText')}>
      <Stack gap="sm">
        <TextInput
          label={t('recipes.name')}
          value={name}
          maxLength={255}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Row gap="sm">
          <ActionButton
            variant="default"
            loading={keep.isPending}
            blocked={blocked}
            onClick={() => keep.mutate({ body: recipe() })}
          >
            {t('recipes.keep')}
          </ActionButton>
          <ActionButton
            variant="default"
            blocked={blocked}
            onClick={() =>
              download(`${name.trim()}.json`, `${JSON.stringify(recipe(), null, 2)}\n`, 'application/json')
            }
          >
            {t('recipes.download')}
          </ActionButton>
          {own !== undefined && (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: own.recipeId } })}
            >
              {t('recipes.remove')}
            </Button>
          )}
        </Row>
      </Stack>
    </Panel>
  )
}
