/** In a file of its own, because the first screen of the sign-in needs none. */
export function FactorIcon({ kind }: { kind: 'email' | 'authenticator' | undefined }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {kind === 'email' ? (
        <path d="M3.5 6.5h17v11h-17zM4 7l8 6.5L20 7" />
      ) : kind === 'authenticator' ? (
        <path d="M7.5 3.5h9v17h-9zM11 17.5h2M10 8.5h.01M12 8.5h.01M14 8.5h.01" />
      ) : (
        <path d="M12 3.5 5 6.5v5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9v-5z" />
      )}
    </svg>
  )
}
