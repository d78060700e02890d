import { useLayoutEffect } from 'react'

const fields = ':is(input:not([type="hidden"]), textarea, select):not(:disabled)'

/** The field that is to have the focus: one that asks for it, else the first that is required. */
function firstField(frame: HTMLElement): HTMLElement | undefined {
  const all = [...frame.querySelectorAll<HTMLElement>(fields)]
  const isRequired = (field: HTMLElement) =>
    field.hasAttribute('required') || field.getAttribute('aria-required') === 'true'
  return all.find((field) => field.hasAttribute('data-autofocus')) ?? all.find(isRequired)
}

/**
 * A dialog opens with the focus in its first required field, also where the field is loaded after the dialog, as long as the
 * reader has done nothing in it.
 */
export function useFirstField(element: HTMLElement | null, opening: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening has its own fields
  useLayoutEffect(() => {
    if (element === null) return
    const marked = firstField(element)
    // What traps the focus in the dialog moves it there.
    marked?.setAttribute('data-autofocus', '')
    if (marked) return
    const end = () => {
      observer.disconnect()
      document.removeEventListener('keydown', end, true)
      document.removeEventListener('pointerdown', end, true)
    }
    const observer = new MutationObserver(() => {
      const late = firstField(element)
      if (late === undefined) return
      end()
      late.setAttribute('data-autofocus', '')
      late.focus()
    })
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('keydown', end, true)
    document.addEventListener('pointerdown', end, true)
    return end
  }, [element, opening])
}

/** After a dialog whose opener is gone, the focus is on the first action of the record, else on the screen. */
export function takeLostFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const next =
    document.querySelector<HTMLElement>('[data-record] [data-action]:not([aria-disabled])') ??
    document.querySelector<HTMLElement>('#content')
  next?.focus({ preventScroll: true })
}
