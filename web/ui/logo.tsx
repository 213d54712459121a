/** The product's mark, for organisations without a logo. */
export function Logo({ size = '2.25rem' }: { size?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <rect width="36" height="36" rx="6" fill="var(--azulejo-6)" />
      <path
        d="M18 4.5c1.6 8.2 5.3 11.9 13.5 13.5C23.3 19.6 19.6 23.3 18 31.5 16.4 23.3 12.7 19.6 4.5 18 12.7 16.4 16.4 12.7 18 4.5Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="18" cy="18" r="3.2" fill="#e0962f" />
    </svg>
  )
}
