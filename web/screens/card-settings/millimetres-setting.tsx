import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import type { SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { MeasureInput } from '../card-editor/index.ts'
import classes from './card-settings.module.css'

interface MillimetresSettingProps {
  name: SettingName
  /** One for each measure of the setting. */
  labels: readonly string[]
  least: number
  settings: SettingsControls
}

/** A setting that holds several measures, such as `0,5; -0,3`, each written by itself. */
export function MillimetresSetting({ name, labels, least, settings }: MillimetresSettingProps) {
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
          least={least}
          most={least < 0 ? -least : 200}
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

/** In tenths of a millimetre, as the setting is written. */
function measuresText(measures: readonly number[]): string {
  return measures.map((value) => String(Math.round(value * 10) / 10).replace('.', ',')).join('; ')
}
