import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compareNames,
  firstName,
  formalGreeting,
  greeting,
  initials,
  reducedName,
  shortName,
  sortByName,
  titleCase,
  personName,
} from './names.ts'

test('titleCase capitalises Portuguese names', () => {
  const vectors: [from: string, to: string][] = [
    ['MARIA JOÃO DA CONCEIÇÃO DOS SANTOS E SILVA', 'Maria João da Conceição dos Santos e Silva'],
    ["maria d'orey e sant'ana", "Maria D'Orey e Sant'Ana"],
    ['ana vaz-pinto', 'Ana Vaz-Pinto'],
    ['Ian McCartney', 'Ian McCartney'],
    ['DA SILVA', 'Da Silva'],
    ['CLUBE JOÃO XXIII', 'Clube João XXIII'],
    ['élio  ÁLVARO', 'Élio Álvaro'],
    ['', ''],
  ]
  for (const [from, to] of vectors) assert.equal(titleCase(from), to)
})

test('shortName returns the first name and the last surname', () => {
  assert.equal(shortName('Maria João Gonçalves'), 'Maria Gonçalves')
  assert.equal(shortName('João Pedro da Silva Júnior'), 'João Silva')
  assert.equal(shortName('Rui Neto'), 'Rui Neto')
  assert.equal(shortName('Ana de Sá'), 'Ana Sá')
  assert.equal(shortName('Dr. Rui Costa'), 'Rui Costa')
  assert.equal(shortName('D. Maria da Luz Pinto Filho'), 'Maria Pinto')
  assert.equal(shortName('Cher'), 'Cher')
  assert.equal(shortName(''), '')
})

test('reducedName and initials hide most of the name', () => {
  assert.equal(reducedName('Maria João Gonçalves'), 'Maria G.')
  assert.equal(reducedName('Élio de Ávila'), 'Élio Á.')
  assert.equal(reducedName('Cher'), 'Cher')
  assert.equal(initials('maria joão gonçalves'), 'MG')
  assert.equal(initials('Cher'), 'C')
  assert.equal(initials(''), '')
})

test('greetings agree with the gender', () => {
  assert.equal(firstName('Maria João Gonçalves'), 'Maria')
  assert.equal(greeting('Rui Costa', 'm'), 'Caro Rui')
  assert.equal(greeting('Ana Costa', 'f'), 'Cara Ana')
  assert.equal(greeting('Ariel Costa'), 'Olá, Ariel')
  assert.equal(formalGreeting('m'), 'Exmo. Senhor')
  assert.equal(formalGreeting('f'), 'Exma. Senhora')
  assert.equal(formalGreeting(), 'Exmo.(a) Senhor(a)')
})

const sorted = [
  'Álvaro',
  'Ana',
  'André',
  'ângela',
  'Çağla',
  'Carlos',
  'D. Maria',
  'de Sá',
  'Eduardo',
  'Élio',
  'Ílhavo',
  'Inês',
  'Nuno',
  'Ñuno',
  'Olga',
  'Óscar',
  'Sócio 2',
  'Sócio 10',
  'Úrsula',
  'Zélia',
]

test('names sort in Portuguese alphabetical order', () => {
  assert.deepEqual([...sorted].reverse().sort(compareNames), sorted)
  const people = [...sorted].reverse().map((name) => ({ name }))
  assert.deepEqual(
    sortByName(people, (person) => person.name).map((person) => person.name),
    sorted,
  )
  assert.equal(people[0]!.name, 'Zélia', 'the input is not changed')
})

test('accepts names of natural and legal persons', () => {
  for (const value of [
    'Maria João Gonçalves',
    'Li',
    'Grupo 25 de Abril',
    'Иван',
    "D'Orey",
    'x'.repeat(200),
  ]) {
    assert.equal(personName.problem(value), undefined, value)
  }
})

test('rejects names that are too short, too long or without letters', () => {
  for (const value of ['', 'A', '123', '25 4', '--']) {
    assert.equal(personName.problem(value), 'Indique o nome completo.', value)
  }
  assert.match(personName.problem('x'.repeat(201))!, /200 caracteres/)
})

test('normalising collapses spaces and composes letters', () => {
  assert.equal(personName.normalize('  Joa\u0303o \u00a0 da\tSilva\n'), 'João da Silva')
})
