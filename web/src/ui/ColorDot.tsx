/** A dot in a colour that users choose; what it stands for is named beside it. */
export const ColorDot = ({ color, size = 10 }: { color: string | null | undefined; size?: number }) => (
  <span
    aria-hidden
    style={{
      display: 'inline-block',
      flex: 'none',
      width: size,
      height: size,
      borderRadius: '50%',
      background: color ?? 'var(--ui-neutral-solid)',
      boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 10%)',
    }}
  />
)
