import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import type { SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { MeasureInput } from '../card-editor/index.ts'
import classes from './card-settings.module.css'

interface MillimetresSettingProps {
  name: SettingName
  /** One label per measure. */
  labels: readonly string[]
  min: number
  settings: SettingsControls
}

/** Inputs for a setting with several measures, such as `0,5; -0,3`. */
export function MillimetresSetting({ name, labels, min, settings }: MillimetresSettingProps) {
  const measures = measuresIn(settings.value(name))
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
          onChange={(value) => set(index, value)}
        />
      ))}
      {error !== undefined && <p className={classes.error}>{error}</p>}
    </div>
  )
}

function measuresIn(setting: string): number[] {
  return setting.split(';').map((part) => Number(part.trim().replace(',', '.')))
}

/** Formats the setting, with values rounded to tenths of a millimetre. */
function measuresText(measures: readonly number[]): string {
  return measures.map((value) => String(Math.round(value * 10) / 10).replace('.', ',')).join('; ')
}
