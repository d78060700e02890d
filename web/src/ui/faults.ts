import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaces } from './translation.ts'

/** Loads the words of what is wrong with a value. Without them a message has its key: nothing waits for them longer than for the line. */
export const loadFaultWords = (): Promise<void> => loadNamespaces(['validation']).catch(() => undefined)

/**
 * Says what is wrong with a typed value: `say('number')`. The words are loaded beside the field, which is drawn without them, because
 * nothing is wrong before something was typed.
 */
export function useFaultWords() {
  const { t, i18n } = useTranslation('ui')
  useEffect(() => void loadFaultWords(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is another one in each language
  return useCallback(
    (key: FaultKey, values: Record<string, unknown> = {}): string => i18n.t(`validation:${key}`, values),
    [i18n, t],
  )
}

type FaultKey = keyof typeof import('../locales/en/validation.ts').default extends infer Key
  ? Key extends `${infer Name}_${'one' | 'other' | 'many'}`
    ? Name
    : Key
  : never
