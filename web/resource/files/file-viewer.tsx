import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { ActionIcon, Group } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPrinter,
  IconShare2,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { useResource } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { runAction } from '../actions/run-action.ts'
import { showDocument } from '../open-document.ts'
import { attempt } from '../attempt.ts'
import { formatDateTime } from '@agremia/resources/rules/dates.ts'
import { useSettings } from '../../api/queries.ts'
import classes from './file-viewer.module.css'

const PdfPages = lazyPart(() => import('./pdf-pages.tsx'))

/** A record of `recordFiles`. */
export type ShownFile = ResourceRecord<'recordFiles'>

const [minZoom, maxZoom, zoomStep] = [0.5, 4, 1.25]

/** Shows a PDF or photograph: pages, zoom, download, print, and a link for others. */
export function FileViewer({ file }: { file: ShownFile }) {
  const scroller = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState(1)
  const onPages = useCallback((count: number) => {
    setPages(count)
    setPage(1)
  }, [])
  const change = (factor: number) =>
    setZoom((current) => Math.min(maxZoom, Math.max(minZoom, current * factor)))
  const show = (number: number) => showPage(scroller, number)
  useViewerKeys({ change, show, page, pages })
  const { url, name, mediaType } = file
  return (
    <section className={classes.viewer} aria-label={`Ficheiro ${name}`} data-only="screen">
      <div className={classes.bar} role="toolbar" aria-label="Ficheiro">
        {pages > 1 && <PageControls page={page} pages={pages} onShow={show} />}
        <span className={classes.group}>
          <Tool label="Afastar" icon={<IconZoomOut {...icon} />} onClick={() => change(1 / zoomStep)} />
          <button
            type="button"
            className={classes.zoom}
            aria-label={`Ampliação ${Math.round(zoom * 100)} %: voltar à largura`}
            onClick={() => setZoom(1)}
          >
            {Math.round(zoom * 100)} %
          </button>
          <Tool label="Aproximar" icon={<IconZoomIn {...icon} />} onClick={() => change(zoomStep)} />
        </span>
        <Group gap="0.25rem" ml="auto">
          <ShareTool file={file} />
          <Tool
            label="Abrir para imprimir"
            icon={<IconPrinter {...icon} />}
            onClick={() => showDocument(url)}
          />
          <ActionIcon
            component="a"
            href={url}
            download={name}
            variant="subtle"
            size="2.25rem"
            aria-label="Descarregar"
            data-hint="Descarregar"
          >
            <IconDownload {...icon} />
          </ActionIcon>
        </Group>
      </div>
      <div ref={scroller} className={classes.scroller} aria-label="Páginas" {...scrollable}>
        {mediaType === 'application/pdf' ? (
          <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
            <PdfPages {...{ url, name, zoom, scroller, onPages }} onPage={setPage} />
          </Suspense>
        ) : (
          <img className={classes.photo} style={{ width: `${zoom * 100}%` }} src={url} alt={name} />
        )}
      </div>
    </section>
  )
}

/** Also by keyboard. */
const scrollable = { role: 'group', tabIndex: 0 } as const

const icon = { size: '1.25rem', stroke: 1.5, 'aria-hidden': true } as const

function Tool({ label, icon: picture, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" size="2.25rem" aria-label={label} data-hint={label} onClick={onClick}>
      {picture}
    </ActionIcon>
  )
}

interface PageControlsProps {
  page: number
  pages: number
  onShow: (page: number) => void
}

function PageControls({ page, pages, onShow }: PageControlsProps) {
  return (
    <span className={classes.group}>
      <Tool label="Página anterior" icon={<IconChevronLeft {...icon} />} onClick={() => onShow(page - 1)} />
      <output className={classes.count} aria-label="Página">
        {page} de {pages}
      </output>
      <Tool label="Página seguinte" icon={<IconChevronRight {...icon} />} onClick={() => onShow(page + 1)} />
    </span>
  )
}

/** Pixels that stay free above a page. */
const pageMargin = 8

function showPage(scroller: RefObject<HTMLElement | null>, number: number): void {
  const page = scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`)
  if (page && scroller.current) scroller.current.scrollTop = page.offsetTop - pageMargin
}

interface ViewerKeys extends Pick<PageControlsProps, 'page' | 'pages'> {
  change: (factor: number) => void
  show: (page: number) => void
}

function useViewerKeys({ change, show, page, pages }: ViewerKeys): void {
  const group = 'No ficheiro'
  useHotkey({ keys: '+', label: 'Aproximar', group }, () => change(zoomStep))
  useHotkey({ keys: '-', label: 'Afastar', group }, () => change(1 / zoomStep))
  useHotkey({ keys: '.', label: 'Página seguinte', group }, () => show(Math.min(pages, page + 1)), pages > 1)
  useHotkey({ keys: ',', label: 'Página anterior', group }, () => show(Math.max(1, page - 1)), pages > 1)
}

interface SharedLink {
  url: string
  until: string
}

/** Makes a link for somebody without an account, which ends after a week. */
function ShareTool({ file }: { file: ShownFile }) {
  const [link, setLink] = useState<SharedLink>()
  const mayShare = useResource('recordFiles')?.actions.some(({ name }) => name === 'share')
  const { timeZone = 'Europe/Lisbon' } = useSettings()
  if (!mayShare) return null
  const share = () =>
    attempt(async () => {
      setLink(await runAction<'recordFiles', SharedLink>('recordFiles', file._id, 'share', {}))
    }, 'Não foi possível criar a ligação.')
  return (
    <>
      <Tool label="Partilhar" icon={<IconShare2 {...icon} />} onClick={() => void share()} />
      {link && (
        <Dialog title={`Partilhar ${file.name}`} width="34rem" onClose={() => setLink(undefined)}>
          <div className={classes.share}>
            <CopyField
              label="Ligação"
              text={link.url}
              help={`Quem a tiver vê este ficheiro sem entrar. Deixa de funcionar em ${formatDateTime(link.until, timeZone)}.`}
            />
          </div>
        </Dialog>
      )}
    </>
  )
}
