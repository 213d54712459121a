import { useLayoutEffect, useRef } from 'react'

/** Inline SVG from the server. */
export function SvgPicture({ svg, className }: { svg: string; className?: string | undefined }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
    frame.current?.replaceChildren(document.importNode(documentElement, true))
  }, [svg])
  return <div ref={frame} className={className} />
}
