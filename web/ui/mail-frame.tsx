import { useEffect, useRef, useState } from 'react'
import classes from './mail-frame.module.css'

export interface MailFrameProps {
  /** Named for screen readers. */
  title: string
  /** A whole page of HTML. */
  html: string
}

/**
 * Shows HTML that was written for somebody's mail program, apart from the page: nothing in it runs, and its links open
 * elsewhere. It is as high as what it holds.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setHeight(element.contentDocument?.querySelector('html')?.offsetHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('load', measure)
    return () => {
      observer.disconnect()
      element.removeEventListener('load', measure)
    }
  }, [])
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      // Without `allow-scripts` nothing runs; with its own origin only its height can be measured.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={withLinksElsewhere(html)}
      style={height === undefined ? undefined : { height }}
    />
  )
}

function withLinksElsewhere(html: string): string {
  return html.replace('<head>', '<head><base target="_blank">')
}
