import { useEffect, useState } from 'react'

const dotInterval = 500

/** A text with animated dots. */
export function LoadingText({ children = 'A carregar' }: { children?: string }) {
  const [dots, setDots] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setDots((count) => (count + 1) % 4), dotInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <output aria-label={`${children}…`}>
      <span aria-hidden="true">
        {children}
        {'.'.repeat(dots)}
        <span style={{ visibility: 'hidden' }}>{'.'.repeat(3 - dots)}</span>
      </span>
    </output>
  )
}
