import { importLimits, uploadMegabytes } from '../../limits.ts'
import { detectKind } from '../read/detect.ts'
import type { OpenZip } from '../read/read-zip.ts'
import { openZip } from '../read/read-zip.ts'
import type { OpenTable } from '../read/table.ts'
import { refusal, refusals } from '../read/table.ts'

/** Titles of the columns: the file in the ZIP, and what its name says of whose it is. */
const columns = ['Ficheiro', 'N.º ou NIF']

/** What systems add to a ZIP by themselves. */
const isOfSystem = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i

/** Opens a ZIP of photos as a table of its files, with titles. Throws 413 or 422 for what is none. */
export async function openPhotos(path: string): Promise<OpenTable> {
  const zip = await openPhotoZip(path)
  return {
    format: 'zip',
    sheets: [],
    encoding: null,
    separator: null,
    startsIn1904: false,
    async *rows() {
      let place = 1
      yield { place, cells: columns }
      for (const [name] of zip.entries) {
        if (name.endsWith('/') || isOfSystem.test(name)) continue
        if (++place > importLimits.photos + 1)
          throw refusal(
            `O ZIP tem mais de ${importLimits.photos} ficheiros. Divida-o em ficheiros mais pequenos.`,
            413,
          )
        yield { place, cells: [name.slice(0, importLimits.cellLength), whoIn(name)] }
      }
      if (place === 1) throw refusals.empty()
    },
    warnings: () => [],
    close: async () => zip.close(),
  }
}

/** Throws 422 unless the file is a readable ZIP. */
export async function openPhotoZip(path: string): Promise<OpenZip> {
  const wrong = () =>
    refusal(
      'Não é um ZIP. Junte as fotografias num ficheiro ZIP, com o número ou o NIF de cada pessoa no nome.',
    )
  const kind = await detectKind(path).catch(() => {
    throw wrong()
  })
  if (kind !== 'zip') throw wrong()
  return openZip(path)
}

/** The digits of a file's name: `123.jpg`, `NIF 123456789.png`, `socio_0123 (1).jpg`. */
export function whoIn(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '')
  const groups = file.replace(/\(\d+\)$/, '').match(/\d+/g) ?? []
  const nif = groups.find((digits) => digits.length === 9)
  return nif ?? (groups.length === 1 ? (groups[0] ?? '').replace(/^0+/, '') : '')
}

/** The content of a photo. Throws 413 when it is too large, 422 when the ZIP has no such file. */
export async function readPhoto(zip: OpenZip, name: string): Promise<Buffer> {
  if (!zip.entries.has(name)) throw refusal('Este ficheiro não está no ZIP.')
  return zip.content(name, uploadMegabytes * 1024 * 1024, () =>
    refusal(`A fotografia é demasiado grande: pode ter até ${uploadMegabytes} MB.`, 413),
  )
}
