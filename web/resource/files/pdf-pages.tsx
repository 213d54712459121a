import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist'
import { ErrorState } from '../../ui/message-state.tsx'
import { PdfData, workerAddress } from './pdf-data.ts'
import classes from './file-viewer.module.css'

GlobalWorkerOptions.workerSrc = workerAddress

export interface PdfPagesProps {
  url: string
  name: string
  /** 1: the page's width is that of the viewer. */
  zoom: number
  /** What scrolls the pages. */
  scroller: RefObject<HTMLElement | null>
  onPages: (count: number) => void
  onPage: (page: number) => void
}

/** The pages of a PDF below each other. Only those near the window are painted. */
export default function PdfPages({ url, name, zoom, scroller, onPages, onPage }: PdfPagesProps) {
  const { pages, problem, retry } = usePages(url, onPages)
  const width = useWidth(scroller)
  if (problem)
    return <ErrorState message="Não foi possível mostrar este PDF. Pode descarregá-lo." onRetry={retry} />
  return (
    <div className={classes.pages} aria-busy={pages.length === 0}>
      {width > 0 &&
        pages.map((page) => (
          <PdfPage
            key={page.pageNumber}
            page={page}
            label={`${name}, página ${page.pageNumber} de ${pages.length}`}
            width={width * zoom}
            scroller={scroller}
            onPage={onPage}
          />
        ))}
    </div>
  )
}

interface Loaded {
  url: string
  pages: readonly PDFPageProxy[]
}

function usePages(url: string, onPages: (count: number) => void) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [problem, setProblem] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const loading = getDocument({ url, BinaryDataFactory: PdfData, useWorkerFetch: false, enableXfa: false })
    let isOver = false
    loading.promise
      .then(async (document) => {
        const pages = await pagesOf(document)
        if (isOver) return
        setLoaded({ url, pages })
        onPages(pages.length)
      })
      .catch(() => {
        if (!isOver) setProblem(true)
      })
    return () => {
      isOver = true
      void loading.destroy()
    }
  }, [url, attempt, onPages])
  const retry = () => {
    setProblem(false)
    setAttempt((count) => count + 1)
  }
  return { pages: loaded?.url === url ? loaded.pages : [], problem, retry }
}

function pagesOf(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)))
}

/** Width inside the element in pixels, as it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(current)
      setWidth(current.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

interface PdfPageProps extends Pick<PdfPagesProps, 'scroller' | 'onPage'> {
  page: PDFPageProxy
  label: string
  width: number
}

/** Canvases of browsers have a limit; more pixels than these are not visible anyway. */
const maxPixels = 16_000_000

function PdfPage({ page, label, width, scroller, onPage }: PdfPageProps) {
  const holder = useRef<HTMLElement>(null)
  const isNear = useIsNear(holder, scroller, () => onPage(page.pageNumber))
  const whole = page.getViewport({ scale: 1 })
  const height = (width * whole.height) / whole.width
  useEffect(() => {
    const { current } = holder
    if (!isNear || !current) return undefined
    return paint(page, current, width)
  }, [isNear, page, width])
  return (
    <figure
      ref={holder}
      className={classes.page}
      style={{ width, height }}
      aria-label={label}
      data-page={page.pageNumber}
    />
  )
}

/** Paints the page and its text, which can be selected and read aloud. Returns what removes them. */
function paint(page: PDFPageProxy, holder: HTMLElement, width: number): () => void {
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const ratio = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(maxPixels / Math.max(1, viewport.width * viewport.height)),
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  canvas.setAttribute('aria-hidden', 'true')
  const painted = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
  const words = document.createElement('div')
  words.className = classes.words ?? ''
  // Its letters are not drawn: the picture below shows them whole.
  words.dataset['cut'] = ''
  words.style.setProperty('--total-scale-factor', String(scale))
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
  // Cancelled when the person scrolls on or zooms.
  painted.promise.then(
    () => holder.replaceChildren(canvas, words),
    () => undefined,
  )
  text.render().catch(() => undefined)
  return () => {
    painted.cancel()
    text.cancel()
  }
}

/** Whether the element is near the visible part of the scroller. Calls `onTop` when it is what the person sees. */
function useIsNear(
  element: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  onTop: () => void,
): boolean {
  const [isNear, setIsNear] = useState(false)
  const top = useRef(onTop)
  useEffect(() => {
    top.current = onTop
  })
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const near = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: '100% 0px',
    })
    // A line at a third of the height.
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && top.current(), {
      root: scroller.current,
      rootMargin: '-33% 0px -66% 0px',
    })
    near.observe(current)
    seen.observe(current)
    return () => {
      near.disconnect()
      seen.disconnect()
    }
  }, [element, scroller])
  return isNear
}
