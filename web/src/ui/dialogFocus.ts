import { useLayoutEffect } from 'react'

const fields = ':is(input:not([type="hidden"]), textarea, select):not(:disabled)'

/** The field that is to have the focus: one that asks for it, else the first that is required. */
function firstField(frame: HTMLElement): HTMLElement | undefined {
  const all = [...frame.querySelectorAll<HTMLElement>(fields)]
  const isRequired = (field: HTMLElement) =>
    field.hasAttribute('required') || field.getAttribute('aria-required') === 'true'
  return all.find((field) => field.hasAttribute('data-autofocus')) ?? all.find(isRequired)
}

/** What a dialog without fields is for. One that asks for the focus elsewhere, as what ends things, has it there. */
const onlyAct = (frame: HTMLElement): HTMLElement | null =>
  frame.querySelector(`${fields}, [data-autofocus]`)
    ? null
    : frame.querySelector('button[type="submit"]:not([aria-disabled])')

/**
 * A dialog opens with the focus in its first required field, also where the field is loaded after the dialog, as long as the
 * reader has done nothing in it; where it has no field, on what it does.
 */
export function useFirstField(element: HTMLElement | null, opening: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening has its own fields
  useLayoutEffect(() => {
    if (element === null) return
    const marked = firstField(element)
    // What traps the focus in the dialog moves it there.
    const first = marked ?? onlyAct(element)
    first?.setAttribute('data-autofocus', '')
    if (marked) return
    const end = () => {
      observer.disconnect()
      document.removeEventListener('keydown', end, true)
      document.removeEventListener('pointerdown', end, true)
    }
    const observer = new MutationObserver(() => {
      const field = firstField(element)
      const late = field ?? onlyAct(element)
      if (late === null) return
      if (field) end()
      late.setAttribute('data-autofocus', '')
      late.focus()
    })
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('keydown', end, true)
    document.addEventListener('pointerdown', end, true)
    return end
  }, [element, opening])
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * After a dialog whose opener is gone, the focus is on the first action of the record, else on the screen.
 * @param around where it was, if something there takes it
 */
export function takeLostFocus(around?: Element): void {
  if (!isLost()) return
  const next =
    around?.querySelector<HTMLElement>(
      ':is(button, a[href], input, textarea, select):not(:disabled, [aria-disabled])',
    ) ??
    document.querySelector<HTMLElement>('[data-record] [data-action]:not([aria-disabled])') ??
    document.querySelector<HTMLElement>('#content')
  next?.focus({ preventScroll: true })
}

/** An element and what it is in, the nearest first. */
function withParents(from: Element | null): Element[] {
  const found: Element[] = []
  for (let at = from; at !== null; at = at.parentElement) found.push(at)
  return found
}

/**
 * A button that goes away with what it did leaves the focus to what stands in its place: beside it in its section, else the first
 * action of the record. A dialog keeps it in itself. Returns a function that ends it.
 * @param own the dialog; absent on the page of a record
 * @param begun what had the focus before this code was loaded, and what it was in: it may be gone by now
 */
export function watchLostFocus(own?: HTMLElement, begun: readonly Element[] = []): () => void {
  const whole = own ?? document.querySelector<HTMLElement>('[data-record]')
  if (whole === null) return () => undefined
  /** The element that had the focus last, and what it is in, up to its section or dialog. */
  let places: Element[] = []
  const forget = () => {
    places = []
  }
  const remember = (ways: readonly Element[]) => {
    forget()
    if (!ways.includes(whole)) return
    for (const at of ways) {
      if (!own && at === whole) return
      places.push(at)
      if (at === own || (!own && at.matches('section, header'))) return
    }
  }
  const entered = ({ target }: Event) => remember(withParents(target as Element))
  const look = () => {
    if (places[0] === undefined || places[0].isConnected || !isLost()) return
    const around = places.find((place) => place.isConnected)
    // What comes in its place is still loading.
    if (around?.querySelector('[data-outline], [aria-busy="true"]')) return
    forget()
    requestAnimationFrame(() => requestAnimationFrame(() => takeLostFocus(around)))
  }
  const observer = new MutationObserver(look)
  remember(isLost() ? begun : withParents(document.activeElement))
  observer.observe(whole, { childList: true, subtree: true })
  look()
  whole.addEventListener('focusin', entered)
  // Whoever clicks beside everything takes the focus away on purpose.
  document.addEventListener('pointerdown', forget, true)
  return () => {
    observer.disconnect()
    whole.removeEventListener('focusin', entered)
    document.removeEventListener('pointerdown', forget, true)
  }
}
