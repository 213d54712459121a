import { createRequire } from 'node:module'
import { lazy } from '@agremia/resources/rules/once.ts'

/**
 * Packages that few requests use. Each is loaded by its first use: together they would be 16 MB of the memory of a server at rest. `scripts/check-arrows.mjs` refuses other imports of them.
 */
export const rare = {
  bwip: packageOf<typeof import('bwip-js/node')>('bwip-js/node'),
  fontkit: packageOf<typeof import('fontkit')>('fontkit'),
  htmlToText: packageOf<typeof import('html-to-text')>('html-to-text'),
  htmlparser2: packageOf<typeof import('htmlparser2')>('htmlparser2'),
  mailComposer: packageOf<typeof import('nodemailer/lib/mail-composer')>('nodemailer/lib/mail-composer'),
  nodemailerShared: packageOf<typeof import('nodemailer/lib/shared')>('nodemailer/lib/shared'),
  papaparse: packageOf<typeof import('papaparse')>('papaparse'),
  pdfkit: packageOf<typeof import('pdfkit')>('pdfkit'),
  sanitizeHtml: packageOf<typeof import('sanitize-html')>('sanitize-html'),
  smtpConnection: packageOf<typeof import('nodemailer/lib/smtp-connection')>(
    'nodemailer/lib/smtp-connection',
  ),
  xml: packageOf<typeof import('fast-xml-parser')>('fast-xml-parser'),
  zod: packageOf<typeof import('zod')>('zod'),
}

function packageOf<Exports>(name: string): () => Exports {
  return lazy(() => createRequire(import.meta.url)(name) as Exports)
}

type Constructor = new (...args: never[]) => object

/** A class to extend that becomes the loaded one with its first instance. */
export function baseClass<Class extends Constructor>(load: () => Class): Class {
  function Base(...args: never[]): object {
    const loaded = load()
    Object.setPrototypeOf(Base.prototype, loaded.prototype as object)
    return Reflect.construct(loaded, args, new.target) as object
  }
  return Base as unknown as Class
}
