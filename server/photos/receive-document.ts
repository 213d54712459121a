import type { FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { holderOf } from '../turns.ts'
import { readUpload } from './read-upload.ts'
import type { ImageUpload } from './receive-image.ts'
import { decodeUpload } from './receive-image.ts'

/** Formats and size of photographed documents, large enough to be read. PDFs are stored unchanged. */
const documentImage: ImageUpload = {
  noun: 'digitalização',
  formatMessage:
    'Este ficheiro não é um documento que se possa guardar. Envie um PDF, ou uma fotografia JPEG, PNG ou WebP.',
  order: {
    formats: ['jpeg', 'png', 'webp'],
    fewestPixels: 32,
    mostElongated: 20,
    longestSide: 2400,
    sizes: { original: { format: 'jpeg', quality: 82 } },
  },
}

export interface ReceivedDocument {
  content: Buffer
  mediaType: 'application/pdf' | 'image/jpeg'
}

/** Receives a PDF or a photographed document. Throws 413, 415, 422 or 429 as for images. */
export async function receiveDocument(world: World, request: FastifyRequest): Promise<ReceivedDocument> {
  const holder = holderOf(request)
  const giveBack = world.turns.uploads.take(holder)
  try {
    const content = await readUpload(request, documentImage.noun)
    if (content.subarray(0, 1024).includes('%PDF-')) return { content, mediaType: 'application/pdf' }
    const { contents } = await decodeUpload(world, content, { upload: documentImage, holder })
    return { content: contents['original'] as Buffer, mediaType: 'image/jpeg' }
  } finally {
    giveBack()
  }
}
