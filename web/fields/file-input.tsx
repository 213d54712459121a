import { documentTypes } from '@agremia/resources/document-uploads.ts'
import { useState } from 'react'
import { FileButton, Group, Input } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { api, isApiError } from '../api/client.ts'
import { AttachedFile } from './attached-file.tsx'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'
import { plainText } from './texts.ts'
import { CommandButton } from '../ui/command-button.tsx'

/**
 * Uploads the file immediately; the value is the id of the stored file, which the record refers to when it is
 * saved.
 */
export function FileInput(props: FieldInputProps) {
  const { value, onChange, error } = props
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const frame = fieldFrame({ ...props, error: problem ?? error })

  async function uploadFile(chosen: File | null) {
    if (!chosen) return
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await api.upload<{ data: { _id: string } }>({
        path: 'record_files',
        files: [chosen],
        failure: 'Document upload failed',
      })
      onChange(answer.data._id)
    } catch (failure) {
      const message = isApiError(failure) ? (failure.errors?.file?.join(' ') ?? failure.message) : undefined
      setProblem(message ?? 'Não foi possível enviar o ficheiro.')
    } finally {
      setBusy(false)
    }
  }

  const hasFile = plainText(value) !== ''
  return (
    <Input.Wrapper
      label={frame.label}
      description={frame.description}
      error={frame.error}
      inputWrapperOrder={frame.inputWrapperOrder}
      withAsterisk={frame.withAsterisk}
      labelElement="div"
    >
      <Group gap="0.625rem" mb={frame.description ? '0.25rem' : undefined}>
        <FileButton accept={documentTypes} onChange={(one) => void uploadFile(one)}>
          {(button) => (
            <CommandButton
              icon={IconPaperclip}
              label={hasFile ? 'Trocar' : 'Juntar PDF ou fotografia'}
              {...button}
              id={frame.id}
              loading={busy}
              aria-invalid={frame.error !== undefined || undefined}
            />
          )}
        </FileButton>
        <AttachedFile id={value} />
      </Group>
    </Input.Wrapper>
  )
}
