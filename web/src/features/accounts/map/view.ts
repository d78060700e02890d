import { columnWidth, type Layout, type Placed, rowHeight } from './layout.ts'

/** Where the picture stands in its frame: a point of it is at `x + scale · its own x`. */
export interface View {
  x: number
  y: number
  scale: number
}

/** The frame's size in pixels. */
export interface Frame {
  width: number
  height: number
}

export const smallestScale = 0.12
export const largestScale = 2
/** Between the picture and the edge of its frame, in pixels: the middle of a large disc stands that far from it. */
const margin = 40

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

/** Larger or smaller around a point of the frame, which stays where it is. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = between(smallestScale, view.scale * factor, largestScale)
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** Never so far that more is empty than need be; what is lower or further right may be brought to the middle. */
export function held(view: View, layout: Layout, frame: Frame): View {
  const along = (offset: number, size: number, room: number) =>
    between(Math.min(margin, room - size - Math.max(margin, room / 2)), offset, Math.max(margin, room - size - margin))
  return {
    scale: view.scale,
    x: along(view.x, layout.width * view.scale, frame.width),
    y: along(view.y, layout.height * view.scale, frame.height),
  }
}

/** All of it if it can still be read from there; else its beginning, at a scale that shows as much of its width as fits. */
export function fitted(layout: Layout, frame: Frame, least = 0.8): View {
  const width = (frame.width - 2 * margin) / layout.width
  const height = (frame.height - 2 * margin) / Math.max(layout.height, 1)
  const scale = between(smallestScale, Math.max(least, Math.min(width, height)), 1)
  const room = frame.height - layout.height * scale
  return { scale, x: margin, y: Math.max(margin, Math.min(room / 2, 120)) }
}

/** Moved just so far that an account with its name is in sight. */
export function revealed(view: View, { x, y }: Placed, frame: Frame): View {
  const { scale } = view
  const [left, right] = [view.x + x * scale - margin, view.x + (x + columnWidth - 60) * scale + margin]
  const [top, bottom] = [view.y + y * scale - rowHeight, view.y + y * scale + rowHeight]
  const shift = (low: number, high: number, room: number) =>
    low < 0 || high - low > room ? -low : high > room ? room - high : 0
  return { scale, x: view.x + shift(left, right, frame.width), y: view.y + shift(top, bottom, frame.height) }
}

/** The account in the middle, near enough to be read. */
export function centred(view: View, { x, y }: Placed, frame: Frame): View {
  const scale = Math.max(view.scale, 0.9)
  return { scale, x: frame.width / 2 - (x + columnWidth / 3) * scale, y: frame.height / 2 - y * scale }
}

/** A rectangle of the picture. */
export interface Part {
  left: number
  right: number
  top: number
  bottom: number
}

/** What of the picture is in the frame, and `beyond` times the frame on each side. */
export function partOf({ x, y, scale }: View, { width, height }: Frame, beyond = 0): Part {
  return {
    left: (-x - beyond * width) / scale,
    right: (-x + (1 + beyond) * width) / scale,
    top: (-y - beyond * height) / scale,
    bottom: (-y + (1 + beyond) * height) / scale,
  }
}

export const isInside = (inner: Part, outer: Part): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom

/** On the way from one view to another, `done` from 0 to 1: quick first, then slower. */
export function onTheWay(from: View, to: View, done: number): View {
  const part = 1 - (1 - done) ** 3
  const mix = (a: number, b: number) => a + (b - a) * part
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) }
}
