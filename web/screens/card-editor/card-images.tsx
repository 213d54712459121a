import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CardPlace } from '@agremia/resources/card-template.ts'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { toast } from '../../ui/toasts.tsx'
import classes from './panels.module.css'

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

/** Says whether the resolution is enough for the printed size. */
export function ImageQuality({ imageId, place }: { imageId: string; place: CardPlace }) {
  const image = useQuery(cardImageQuery(imageId)).data
  if (!image) return null
  const dots = dotsPerInch(image, place)
  if (dots >= sharpDpi)
    return <p className={classes.note}>{formatNumber(dots)} pontos por polegada: fica nítida.</p>
  return (
    <output className={classes.warning}>
      A imagem tem só {formatNumber(dots)} pontos por polegada com este tamanho: para ficar nítida são
      precisos {sharpDpi}.
    </output>
  )
}

interface CardImage {
  _id: string
  url: string
  width: number
  height: number
}

/** Dots per inch from which a printed picture is sharp. */
export const sharpDpi = 300

function cardImageQuery(id: string) {
  return queryOptions({
    queryKey: ['cardImage', id],
    queryFn: async ({ signal }) => {
      const answer = await api.get<{ data: CardImage }>(`card_images/${id}`, signal)
      return isTimedOut(answer) ? null : answer.data
    },
    staleTime: 30 * 60_000,
  })
}

/** Uploads a picture for templates. Throws the server's `ApiError` if it rejects the file. */
async function uploadCardImage(file: File): Promise<CardImage> {
  const answer = await api.upload<{ data: CardImage }>({
    path: 'card_images',
    files: [file],
    failure: 'Card image upload failed',
  })
  return answer.data
}

/** The resolution of a picture that covers a place (millimetres), in the direction in which it is enlarged more. */
export function dotsPerInch(
  { width, height }: Pick<CardImage, 'width' | 'height'>,
  { w, h }: CardPlace,
): number {
  return Math.floor(Math.min(width / w, height / h) * 25.4)
}
