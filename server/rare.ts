import { createRequire } from 'node:module'
import { lazy } from '@agremia/resources/rules/once.ts'
import type * as argon2 from '@node-rs/argon2'
import type bwip from 'bwip-js/node'
import type * as xml from 'fast-xml-parser'
import type * as fontkit from 'fontkit'
import type * as htmlToText from 'html-to-text'
import type * as htmlparser2 from 'htmlparser2'
import type * as mailComposer from 'nodemailer/lib/mail-composer'
import type * as nodemailerShared from 'nodemailer/lib/shared'
import type * as smtpConnection from 'nodemailer/lib/smtp-connection'
import type * as papaparse from 'papaparse'
import type pdfkit from 'pdfkit'
import type sanitizeHtml from 'sanitize-html'
import type * as zod from 'zod'

/**
 * Packages that few requests use. Each is loaded by its first use: together they would be 16 MB of the memory of a server at rest.
 * `scripts/check-arrows.mjs` refuses other imports of them.
 */
export const rare = {
  argon2: packageOf<typeof argon2>('@node-rs/argon2'),
  bwip: packageOf<typeof bwip>('bwip-js/node'),
  fontkit: packageOf<typeof fontkit>('fontkit'),
  htmlToText: packageOf<typeof htmlToText>('html-to-text'),
  htmlparser2: packageOf<typeof htmlparser2>('htmlparser2'),
  mailComposer: packageOf<typeof mailComposer>('nodemailer/lib/mail-composer'),
  nodemailerShared: packageOf<typeof nodemailerShared>('nodemailer/lib/shared'),
  papaparse: packageOf<typeof papaparse>('papaparse'),
  pdfkit: packageOf<typeof pdfkit>('pdfkit'),
  sanitizeHtml: packageOf<typeof sanitizeHtml>('sanitize-html'),
  smtpConnection: packageOf<typeof smtpConnection>('nodemailer/lib/smtp-connection'),
  xml: packageOf<typeof xml>('fast-xml-parser'),
  zod: packageOf<typeof zod>('zod'),
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
