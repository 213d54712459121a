import { IconRulerMeasure } from '@tabler/icons-react'
import { useState } from 'react'
import { cardLayouts, parseMillimetres } from '@agremia/resources/card-layouts.ts'
import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { openDocument } from '../../resource/open-document.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { type SettingsControls, useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { MeasureInput } from '../card-editor/index.ts'
import classes from './card-settings.module.css'

const generalNames = ['cardsLayout', 'cardsTellReady'] as const satisfies readonly SettingName[]
const names: SettingName[] = [...generalNames, 'cardsOffset', 'cardsPrecutSheet']

/** The paper, the offset of the printer and the measures of precut sheets. */
export function PrintSettings() {
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={generalNames} settings={settings} />
      <Panel title="Acerto da impressora" width="form">
        <MillimetresSetting
          name="cardsOffset"
          labels={['Para a direita', 'Para baixo']}
          min={-20}
          settings={settings}
        />
        <CalibrationForm isUnsaved={settings.changes.length > 0} layout={settings.saved('cardsLayout')} />
      </Panel>
      <Panel title="Papel pré-cortado" width="form">
        <p className={classes.purpose}>
          As folhas de cada fabricante são diferentes: meça a do seu, da borda do papel até ao primeiro cartão
          e deste até ao seguinte.
        </p>
        <MillimetresSetting
          name="cardsPrecutSheet"
          labels={['Margem esquerda', 'Margem de cima', 'Entre colunas', 'Entre linhas']}
          min={0}
          settings={settings}
        />
      </Panel>
      <SettingsBar settings={settings} />
    </>
  )
}

interface CalibrationFormProps {
  /** There are unsaved changes: the page would not contain them. */
  isUnsaved: boolean
  layout: string
}

const field: FieldDescriptor = {
  name: 'layout',
  type: 'string',
  inputType: 'select',
  validation: ['required'],
  label: 'Papel a calibrar',
  group: '',
  options: Object.entries(cardLayouts).map(([value, label]) => ({ value, label })),
}

/** Opens the calibration page, with crosses and rulers that show a printer's offset. */
function CalibrationForm({ isUnsaved, layout }: CalibrationFormProps) {
  const [chosen, setChosen] = useState<string>()
  const selectedLayout = chosen ?? layout
  return (
    <>
      <p className={classes.purpose}>
        Imprima a página de calibração em tamanho real, meça da borda do papel até à primeira cruz e escreva
        acima a diferença. Imprima-a outra vez para confirmar.
      </p>
      <div className={classes.calibration}>
        <FieldInput
          id="calibration-layout"
          field={field}
          value={selectedLayout}
          record={{}}
          onChange={(value) => setChosen(typeof value === 'string' ? value : undefined)}
        />
        <CommandButton
          icon={IconRulerMeasure}
          label="Página de calibração"
          disabled={isUnsaved}
          onClick={() => void openDocument(`card_calibration?layout=${encodeURIComponent(selectedLayout)}`)}
        />
      </div>
      {isUnsaved && (
        <p className={classes.purpose}>Guarde primeiro: a página é feita com o acerto guardado.</p>
      )}
    </>
  )
}

interface MillimetresSettingProps {
  name: SettingName
  /** One label per measure. */
  labels: readonly string[]
  min: number
  settings: SettingsControls
}

/** Inputs for a setting with several measures, such as `0,5; -0,3`. */
function MillimetresSetting({ name, labels, min, settings }: MillimetresSettingProps) {
  const measures = parseMillimetres(settings.value(name))
  const error = settings.errorOf(name)
  const set = (at: number, value: number) =>
    settings.set(
      name,
      measuresText(labels.map((_, index) => (index === at ? value : (measures[index] ?? 0)))),
    )
  return (
    <div className={classes.measures}>
      {labels.map((label, index) => (
        <MeasureInput
          key={label}
          name={`${name}-${index}`}
          label={label}
          unit="mm"
          value={measures[index] ?? 0}
          min={min}
          max={min < 0 ? -min : 200}
          readOnly={!settings.mayChange(name)}
          onChange={(value) => set(index, value)}
        />
      ))}
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </div>
  )
}

/** Formats the setting, with values rounded to tenths of a millimetre. */
function measuresText(measures: readonly number[]): string {
  return measures.map((value) => String(Math.round(value * 10) / 10).replace('.', ',')).join('; ')
}
