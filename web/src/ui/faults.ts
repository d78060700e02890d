import { useCallback, useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaces } from './translation.ts'

let areTried = false
let areThere = false

/** Loads the words of what is wrong with a value. Without them a message has its key: nothing waits for them longer than for the line. */
export const loadFaultWords = async (): Promise<void> => {
  await loadNamespaces(['validation']).then(
    () => (areThere = true),
    () => undefined,
  )
  areTried = true
}

/**
 * Says what is wrong with a typed value: `say('number')`. The words are loaded beside the field, which is drawn without them, because
 * nothing is wrong before something was typed. Where that was sooner, it is said when they are there.
 */
export function useFaultWords() {
  const { t, i18n } = useTranslation('ui')
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    // What could not be loaded once is asked for again with the next field.
    if (!areThere) void loadFaultWords().then(drawAgain)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is another one in each language
  return useCallback(
    (key: FaultKey, values: Record<string, unknown> = {}): string =>
      areTried ? i18n.t(`validation:${key}`, values) : '',
    [i18n, t],
  )
}

type FaultKey = keyof typeof import('../locales/en/validation.ts').default extends infer Key
  ? Key extends `${infer Name}_${'one' | 'other' | 'many'}`
    ? Name
    : Key
  : never
