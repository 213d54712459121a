import { queryOptions } from '@tanstack/react-query'
import { api, isTimedOut } from '../../api/client.ts'
import type { CardPlace } from '@agremia/resources/card-template.ts'

export interface CardImage {
  _id: string
  url: string
  width: number
  height: number
}

/** Dots per inch from which a printed picture is sharp. */
export const sharpDpi = 300

export function cardImageQuery(id: string) {
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
export async function uploadCardImage(file: File): Promise<CardImage> {
  const answer = (await api.upload({
    path: 'card_images',
    files: [file],
    failure: 'Card image upload failed',
  })) as { data: CardImage }
  return answer.data
}

/** The resolution of a picture that covers a place (millimetres), in the direction in which it is enlarged more. */
export function dotsPerInch(
  { width, height }: Pick<CardImage, 'width' | 'height'>,
  { w, h }: CardPlace,
): number {
  return Math.floor(Math.min(width / w, height / h) * 25.4)
}
