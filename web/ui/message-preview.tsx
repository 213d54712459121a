import { useEffect, useRef, useState } from 'react'
import classes from './mail-frame.module.css'
import smsBubbleClasses from './sms-bubble.module.css'

export interface MailFrameProps {
  /** Accessible name. */
  title: string
  /** A document, or a part of one. */
  html: string
}

/**
 * Shows an email's HTML isolated from the page: no scripts run, and links open a new tab. The frame is as high
 * as its content.
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
      // No `allow-scripts`; `allow-same-origin` only lets us measure the height.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={withBlankTarget(html)}
      style={height === undefined ? undefined : { height }}
    />
  )
}

/** Links open a new tab; a text without a document has the font of emails. */
function withBlankTarget(html: string): string {
  const head = '<head><base target="_blank">'
  if (html.includes('<head>')) return html.replace('<head>', head)
  return `${head}</head><body style="margin: 0.75rem; font: 0.9375rem/1.5 system-ui, sans-serif">${html}</body>`
}

/** Preview of a text message. */
export function SmsBubble({ text }: { text: string }) {
  return <p className={smsBubbleClasses.bubble}>{text}</p>
}
