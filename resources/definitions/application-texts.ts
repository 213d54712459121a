import { type ApplicationTextName, applicationTexts } from '../application-texts.ts'
import { nobody, staffReaders, staffWriters } from '../access.ts'
import { defineResource } from '../define-resource.ts'
import { datetime, type Field, integer, longText, reference, text } from '../fields.ts'
import { isNameIn } from '../names.ts'

const body = longText({ label: 'Texto', max: 20_000 })
const textVersion = integer({
  label: 'Versão',
  assigned: true,
  readOnly: true,
  listed: true,
  sortable: true,
})
const validFrom = datetime({ label: 'Desde', assigned: true, readOnly: true, listed: true })

/** Current texts of the application form, addressed by id or by name. `resources/application-texts.ts` declares them. */
export const memberApplicationTexts = defineResource({
  name: 'memberApplicationTexts',
  kind: 'byName',
  label: { one: 'Texto da candidatura', many: 'Textos da candidatura' },
  title: 'name',
  access: { read: staffReaders, create: nobody, update: staffWriters, delete: nobody },
  titleText: (name) => (isNameIn(applicationTexts, name) ? applicationTexts[name].label : undefined),
  list: { sort: 'name' },
  fields: {
    name: text({
      label: 'Nome',
      readOnly: true,
      sortable: true,
      max: 60,
      required: true,
    }) as Field<ApplicationTextName>,
    body,
    textVersion: { ...textVersion, sortable: false },
    validFrom,
  },
})

/** All versions of the texts, as evidence of what applicants accepted. */
export const memberApplicationTextVersions = defineResource({
  name: 'memberApplicationTextVersions',
  kind: 'stored',
  label: { one: 'Versão do texto', many: 'Versões do texto', gender: 'f' },
  title: 'textVersion',
  access: { read: staffReaders, create: nobody, update: nobody, delete: nobody },
  parents: { memberApplicationTexts: 'textId' },
  list: { sort: '-textVersion' },
  fields: {
    textId: reference('memberApplicationTexts', { label: 'Texto', required: true }),
    textVersion,
    body,
    validFrom,
  },
})
