import { counted } from '@agremia/resources/rules/plural.ts'
import { importLimits } from '../../limits.ts'
import type { DayCount, NumberShape } from './cell-values.ts'
import {
  durationText,
  momentText,
  numberText,
  serialDate,
  serialTime,
  shapeOfBuiltIn,
  shapeOfFormat,
} from './cell-values.ts'
import type { OpenZip } from './read-zip.ts'
import type { SharedStrings } from './shared-strings.ts'
import { readSharedStrings, unescapeXlsx } from './shared-strings.ts'
import type { Cells, OpenTable, TableRow } from './table.ts'
import { cellText, errorCell, offeredSheets, refusals, trimmed } from './table.ts'
import type { XmlReader } from './xml-stream.ts'
import { attributeOf, readXmlStream } from './xml-stream.ts'

interface Workbook extends DayCount {
  sheets: { name: string; path: string; isHidden: boolean }[]
  /** Kind of value of each cell style, by index. */
  shapes: NumberShape[]
}

/** Opens a sheet of an XLSX file. `scratch` is a path for texts, deleted when it is closed. */
export async function openXlsx(
  zip: OpenZip,
  main: string,
  { sheet, scratch, isOfLibreOffice }: { sheet: number; scratch: string; isOfLibreOffice?: boolean },
): Promise<OpenTable> {
  const workbook = await readWorkbook(zip, main)
  if (isOfLibreOffice) workbook.isOfLibreOffice = true
  const { offered, names } = offeredSheets(workbook.sheets)
  const chosen = offered[sheet] ?? offered[0]
  if (!chosen) throw refusals.empty()
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const stringsPath = [...zip.entries.keys()].find(
    (name) => name.toLowerCase() === `${folder}sharedstrings.xml`,
  )
  const texts = await readSharedStrings(stringsPath ? await zip.stream(stringsPath) : undefined, scratch)
  const formulas = { empty: 0 }
  return {
    format: 'xlsx',
    sheets: names,
    encoding: null,
    separator: null,
    startsIn1904: workbook.startsIn1904,
    rows: () => readRows(zip, chosen.path, { workbook, texts, formulas }),
    warnings: () =>
      formulas.empty > 0
        ? [
            `Há ${counted(formulas.empty, 'fórmula', 'fórmulas')} de que o ficheiro não traz o valor, e que ficam vazias: abra-o no Excel ou no LibreOffice, guarde-o e envie-o outra vez.`,
          ]
        : [],
    async close() {
      await texts.close()
      zip.close()
    },
  }
}

async function readWorkbook(zip: OpenZip, main: string): Promise<Workbook> {
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = await relationsOf(zip, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
  const workbook: Workbook = { sheets: [], startsIn1904: false, shapes: [] }
  await readPart(zip, main, {
    open(name, attributes) {
      if (name === 'workbookPr') workbook.startsIn1904 = isTrue(attributes['date1904'])
      if (name !== 'sheet') return
      const path = relations.get(attributeOf(attributes, 'id') ?? '')
      if (path && zip.entries.has(path))
        workbook.sheets.push({
          name: attributes['name'] ?? '',
          path,
          isHidden: /hidden$/i.test(attributes['state'] ?? ''),
        })
    },
  })
  const formats = new Map<number, string>()
  let isCellFormat = false
  await readPart(zip, `${folder}styles.xml`, {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'cellXfs' || name === 'cellStyleXfs') isCellFormat = name === 'cellXfs'
      else if (name === 'xf' && isCellFormat) {
        const id = Number(attributes['numFmtId'] ?? 0)
        const code = formats.get(id)
        workbook.shapes.push(code === undefined ? shapeOfBuiltIn(id) : shapeOfFormat(code))
      } else if (name === 'cellStyles' || name === 'dxfs') isCellFormat = false
    },
  })
  let isApplication = false
  await readPart(zip, 'docProps/app.xml', {
    open: (name) => (isApplication = name === 'Application'),
    text: (text) => {
      if (isApplication && /^LibreOffice/i.test(text)) workbook.isOfLibreOffice = true
    },
  })
  return workbook
}

/** Paths of the parts, by their ids. */
async function relationsOf(zip: OpenZip, path: string, folder: string): Promise<Map<string, string>> {
  const relations = new Map<string, string>()
  await readPart(zip, path, {
    open(name, attributes) {
      const target = attributes['Target']
      if (name !== 'Relationship' || target === undefined) return
      relations.set(
        attributes['Id'] ?? '',
        target.startsWith('/') ? target.slice(1) : folder + target.replace(/^\.\//, ''),
      )
    },
  })
  return relations
}

async function readPart(zip: OpenZip, path: string, reader: XmlReader): Promise<void> {
  if (!zip.entries.has(path)) return
  for await (const _ of readXmlStream(await zip.stream(path), reader));
}

interface Sheet {
  workbook: Workbook
  texts: SharedStrings
  formulas: { empty: number }
}

async function* readRows(
  zip: OpenZip,
  path: string,
  { workbook, texts, formulas }: Sheet,
): ReturnType<OpenTable['rows']> {
  let rows: TableRow[] = []
  let place = 0
  let isHidden = false
  let cells: Cells = []
  let column = 0
  let type = 'n'
  let shape: NumberShape
  let value: string | undefined
  let collects = false
  let readings = 0
  let hasFormula = false
  const textOf = (raw: string): string => {
    if (type === 's') return texts.at(Number(raw))
    if (type === 'b') return raw === '1' || raw === 'true' ? 'Sim' : 'Não'
    if (type === 'd') return momentText(raw)
    if (type === 'e') return errorCell(raw)
    if (type !== 'n') return cellText(unescapeXlsx(raw))
    const number = Number(raw)
    if (shape === 'duration') return durationText(number)
    const day = shape && serialDate(number, workbook)
    if (day === undefined) return numberText(number)
    return shape === 'moment' ? `${day} ${serialTime(number)}`.trim() : day
  }
  const reader = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      switch (name) {
        case 'row':
          place = Number(attributes['r']) || place + 1
          isHidden = isTrue(attributes['hidden'])
          cells = []
          column = 0
          break
        case 'c': {
          const letters = /^[A-Z]+/.exec(attributes['r'] ?? '')?.[0]
          if (letters) column = columnIndex(letters)
          type = attributes['t'] ?? 'n'
          shape = workbook.shapes[Number(attributes['s'] ?? 0)]
          value = undefined
          hasFormula = false
          break
        }
        case 'f':
          hasFormula = true
          break
        case 'rPh':
          readings++
          break
        case 'v':
        case 't':
          collects = readings === 0
          break
      }
    },
    text(text: string) {
      if (collects) value = (value ?? '') + text
    },
    close(name: string) {
      if (name === 'v' || name === 't') collects = false
      else if (name === 'rPh') readings--
      else if (name === 'c') {
        if (value !== undefined && value !== '') {
          // Cells beyond the limit are refused with their row, and take no memory before.
          if (column <= importLimits.columns) {
            while (cells.length < column) cells.push('')
            cells[column] = textOf(value)
          } else if (textOf(value) !== '') throw refusals.columns()
        } else if (hasFormula) formulas.empty++
        column++
      } else if (name === 'row') {
        const kept = trimmed(cells)
        if (kept) rows.push({ place, cells: kept, ...(isHidden && { isHidden }) })
      }
    },
  }
  for await (const _ of readXmlStream(await zip.stream(path), reader)) {
    yield* rows
    rows = []
  }
}

/** A → 0, Z → 25, AA → 26. */
function columnIndex(letters: string): number {
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true'
}
