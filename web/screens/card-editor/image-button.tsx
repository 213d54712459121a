import { useState, type ReactNode } from 'react'
import { Button, FileButton, type ButtonProps } from '@mantine/core'
import { isApiError } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { uploadCardImage, type CardImage } from './card-images.ts'

interface ImageButtonProps extends ButtonProps {
  onImage: (image: CardImage) => void
  children: ReactNode
}

/** Uploads a picture that the user selects; shows the server's error as a toast. */
export function ImageButton({ onImage, children, ...look }: ImageButtonProps) {
  const [sending, setSending] = useState(false)

  async function send(file: File | null) {
    if (!file) return
    setSending(true)
    try {
      onImage(await uploadCardImage(file))
    } catch (error) {
      const message = isApiError(error) ? (error.errors?.file?.join(' ') ?? error.message) : undefined
      toast(message ?? 'Não foi possível enviar a imagem.', { tone: 'error' })
    } finally {
      setSending(false)
    }
  }

  return (
    <FileButton accept="image/png,image/jpeg" onChange={(file) => void send(file)}>
      {(button) => (
        <Button {...look} {...button} loading={sending}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
