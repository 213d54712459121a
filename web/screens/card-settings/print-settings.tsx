import type { SettingName } from '@agremia/resources/definitions/settings.ts'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { CalibrationForm } from './calibration-form.tsx'
import { MillimetresSetting } from './millimetres-setting.tsx'
import classes from './card-settings.module.css'

const generalNames = ['cardsLayout', 'cardsTellReady'] as const satisfies readonly SettingName[]
const names: SettingName[] = [...generalNames, 'cardsOffset', 'cardsPrecutSheet']

/** The paper, the offset of the printer and the measures of precut sheets. */
export function PrintSettings() {
  const settings = useSettingsForm(names)
  return (
    <>
      <SettingFields names={generalNames} settings={settings} />
      <section className={classes.group} aria-label="Acerto da impressora">
        <h2>Acerto da impressora</h2>
        <MillimetresSetting
          name="cardsOffset"
          labels={['Para a direita', 'Para baixo']}
          min={-20}
          settings={settings}
        />
        <CalibrationForm isUnsaved={settings.changes.length > 0} layout={settings.saved('cardsLayout')} />
      </section>
      <section className={classes.group} aria-label="Papel pré-cortado">
        <h2>Papel pré-cortado</h2>
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
      </section>
      <SettingsBar settings={settings} />
    </>
  )
}
