import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../api/queries.ts'
import { recordFilePath } from '../paths/record-files.ts'
import { LinkIfOpen } from '../ui/app-link.tsx'
import { plainText } from './texts.ts'
import classes from './attached-file.module.css'

/** The name of an uploaded file, with a link to it; nothing without a file. */
export function AttachedFile({ id }: { id: unknown }) {
  const fileId = plainText(id)
  const file = useQuery({
    ...recordQuery('recordFiles', fileId),
    enabled: fileId !== '',
  }).data
  if (!file || fileId === '') return null
  return (
    <span className={classes.file}>
      <IconPaperclip size="1.125rem" stroke={1.5} aria-hidden />
      <LinkIfOpen to={recordFilePath(fileId)}>{file.name}</LinkIfOpen>
    </span>
  )
}
