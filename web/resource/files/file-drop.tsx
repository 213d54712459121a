import { documentMegabytes, documentTypes } from '@agremia/resources/document-uploads.ts'
import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './uploads.module.css'

interface FileDropProps {
  onFiles: (files: File[]) => void
  /** What the files become. */
  children?: ReactNode
  title?: string
  /** What people can choose, as `accept` of an input. */
  accept?: string
  /** Of each file. */
  megabytes?: number
  isSingle?: boolean
}

/** Where files are dropped or chosen, by default PDFs and photographs of paper. */
export function FileDrop({
  onFiles,
  children,
  title = 'Arraste para aqui PDF ou fotografias',
  accept = documentTypes,
  megabytes = documentMegabytes,
  isSingle = false,
}: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      data-only="screen"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size="2rem" stroke={1.25} aria-hidden="true" />
      <p className={classes.dropTitle}>{title}</p>
      <p className={classes.dropHint}>
        {children} {`${isSingle ? 'Até' : 'Cada ficheiro até'} ${megabytes} MB.`}
      </p>
      <FileButton
        multiple={!isSingle}
        accept={accept}
        onChange={(chosen: File | File[] | null) => {
          const files = [chosen ?? []].flat()
          if (files.length > 0) onFiles(files)
        }}
      >
        {(button) => (
          <Button variant="default" {...button}>
            {isSingle ? 'Escolher o ficheiro' : 'Escolher ficheiros'}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
