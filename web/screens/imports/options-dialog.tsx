import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFields } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import type { ImportRecord } from './import-record.ts'
import { Choice } from '../../ui/choice.tsx'
import { useSaveOptions } from './use-save-options.ts'
import classes from './imports.module.css'

interface OptionsDialogProps {
  record: ImportRecord
  onClose: () => void
}

/** Options in the dialog itself: those of the page lie below it. */
const inside = { withinPortal: false, floatingStrategy: 'fixed' } as const

const foundWords: Record<string, string> = {
  title: 'pelo título',
  cells: 'pelo conteúdo',
  earlier: 'como da última vez',
}

/** What each column has, values for what is missing, and how the file is read. */
export default function OptionsDialog({ record, onClose }: OptionsDialogProps) {
  const { save, problem, isBusy } = useSaveOptions(record)
  const fields = useFields('imports')
  const [mapping, setMapping] = useState(record.mapping ?? {})
  const [defaults, setDefaults] = useState(record.defaults ?? {})
  const [emptyClears, setEmptyClears] = useState(record.emptyClears)
  const [onlyWhole, setOnlyWhole] = useState(record.onlyWhole)
  const [reading, setReading] = useState({
    sheet: record.sheet,
    headerRow: record.headerRow,
    encoding: record.encoding,
    separator: record.separator,
  })
  const columns = record.columns?.list ?? []
  const mapped = new Set(Object.values(mapping))
  const missing = record.targets.filter(
    ({ name, required }) =>
      (required && !mapped.has(name) && name !== 'name') || defaults[name] !== undefined,
  )
  const isReadAgain = (Object.keys(reading) as (keyof typeof reading)[]).some(
    (name) => reading[name] !== record[name],
  )

  async function apply() {
    const filled = Object.fromEntries(Object.entries(defaults).filter(([, text]) => text.trim() !== ''))
    const changed = Object.fromEntries(
      Object.entries(reading).filter(([name, value]) => value !== record[name as keyof typeof reading]),
    )
    const body = isReadAgain
      ? { ...changed, defaults: filled, emptyClears, onlyWhole }
      : { mapping, defaults: filled, emptyClears, onlyWhole }
    if (await save(body)) onClose()
  }

  return (
    <Dialog
      title="Colunas e opções"
      width="56rem"
      {...(!isBusy && { onClose })}
      footer={
        <DialogButtons
          label={isReadAgain ? 'Ler outra vez' : 'Verificar outra vez'}
          onCancel={onClose}
          onConfirm={() => void apply()}
          loading={isBusy}
          stays
        />
      }
    >
      <div className={classes.options}>
        <FormMessage>{problem}</FormMessage>
        {!isReadAgain && columns.length > 0 && (
          <table className={classes.columns} aria-label="Colunas do ficheiro">
            <thead>
              <tr>
                <th scope="col">Coluna do ficheiro</th>
                <th scope="col">Exemplos</th>
                <th scope="col">O que tem</th>
              </tr>
            </thead>
            <tbody>
              {columns.map(({ name, samples, found }, index) => {
                const chosen = mapping[String(index)]
                const isFound =
                  found !== null && chosen !== undefined && chosen === record.mapping?.[String(index)]
                return (
                  // Two columns of a file may have the same title.
                  <tr key={`${index} ${name}`}>
                    <th scope="row">
                      {name}
                      {isFound && <span className={classes.note}>{foundWords[found]}</span>}
                    </th>
                    <td className="tabular">{samples.slice(0, 3).join(' · ')}</td>
                    <td>
                      <Choice
                        comboboxProps={inside}
                        aria-label={`O que tem a coluna ${name}`}
                        data={record.targets.map((target) => ({
                          value: target.name,
                          label: target.label,
                          disabled: mapped.has(target.name) && chosen !== target.name,
                        }))}
                        value={chosen ?? null}
                        placeholder="Não entra"
                        clearable
                        onChange={(value) => {
                          const { [String(index)]: _before, ...rest } = mapping
                          setMapping(value === null ? rest : { ...rest, [String(index)]: value })
                        }}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
        {missing.length > 0 && (
          <fieldset className={classes.group}>
            <legend>Valores para as linhas novas que não os têm</legend>
            <div className={classes.fields}>
              {missing.map(({ name, label }) => (
                <TextInput
                  key={name}
                  label={label}
                  value={defaults[name] ?? ''}
                  onChange={({ currentTarget }) => setDefaults({ ...defaults, [name]: currentTarget.value })}
                />
              ))}
            </div>
          </fieldset>
        )}
        <Choice
          comboboxProps={inside}
          label="Dar um valor a outra informação que falte"
          placeholder="Escolher"
          data={record.targets
            .filter(({ name }) => !missing.some((one) => one.name === name))
            .map(({ name, label }) => ({ value: name, label }))}
          value={null}
          onChange={(name) => name !== null && setDefaults({ ...defaults, [name]: '' })}
        />
        <Checkbox
          label="Uma célula vazia apaga o que lá está"
          checked={emptyClears}
          onChange={({ currentTarget }) => setEmptyClears(currentTarget.checked)}
        />
        <Checkbox
          label={fields?.['onlyWhole']?.label}
          description={fields?.['onlyWhole']?.help}
          checked={onlyWhole}
          onChange={({ currentTarget }) => setOnlyWhole(currentTarget.checked)}
        />
        <fieldset className={classes.group}>
          <legend>Como o ficheiro é lido</legend>
          <div className={classes.fields}>
            {record.sheets.length > 1 && (
              <Choice
                comboboxProps={inside}
                label="Folha"
                data={record.sheets.map((name, index) => ({
                  value: String(index),
                  label: name || `Folha ${index + 1}`,
                }))}
                value={String(reading.sheet ?? 0)}
                onChange={(value) => setReading({ ...reading, sheet: Number(value), headerRow: null })}
              />
            )}
            <NumberInput
              label="Linha dos títulos"
              description="0: o ficheiro não tem títulos."
              min={0}
              max={1000}
              value={reading.headerRow ?? ''}
              onChange={(value) => setReading({ ...reading, headerRow: value === '' ? null : Number(value) })}
            />
            {record.format === 'text' &&
              (['encoding', 'separator'] as const).map((name) => (
                <Choice
                  comboboxProps={inside}
                  key={name}
                  label={fields?.[name]?.label}
                  data={(fields?.[name]?.options ?? []).map(({ value, label }) => ({ value, label }))}
                  value={reading[name]}
                  onChange={(value) => setReading({ ...reading, [name]: value })}
                />
              ))}
          </div>
          {isReadAgain && (
            <p className={classes.note}>O ficheiro é lido outra vez: as correções que já fez perdem-se.</p>
          )}
        </fieldset>
      </div>
    </Dialog>
  )
}
