import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'
import MagicString from 'magic-string'
import { readFileSync, writeFileSync } from 'node:fs'
import { execSync } from 'node:child_process'
import { relative, dirname } from 'node:path'
const root=process.argv[2]+'/', dry=process.argv[3]==='dry'
const skip=/^server\/(database|rest|testing)\/|\.test\.ts$/
const files=execSync('git ls-files server',{cwd:root,encoding:'utf8'}).trim().split('\n').filter(f=>f.endsWith('.ts')&&!skip.test(f))
const numbered=/candidatesSql|judgedSql|linesSql|keptSql|pendingNoticesSql|statementSql|resultsSql|overviewSql|birthdaysSql|chargedSql|standingSql|marksSql|refreshSql|\bwhere\b|choice\.|\bsets\b|\bcondition\b|\bevents\b|isAbout|partsOf|which|\bfate\b|\bfrom\b|\bpeople\b|\bsql\b|audience|'\$|at\(|\bday\b|parts\.|counts|subjects|bind\(|values\.length|portion|conditionOf|\btext\b/
let done=0; const left=[]
for(const f of files){
  const src=readFileSync(root+f,'utf8')
  const {program}=parseSync(f,src)
  const ms=new MagicString(src); let touched=false
  const line=n=>f+':'+src.slice(0,n.start).split('\n').length
  walk(program,{enter(n){
    if(n.type!=='CallExpression')return
    const isQuery=n.callee.type==='MemberExpression'&&n.callee.property.name==='query'
    const isPrep=n.callee.name==='prepared'
    if(!isQuery&&!isPrep)return
    let a=n.arguments[0],t,v
    if(!a)return
    if(a.type==='ObjectExpression'){
      if(a.properties.some(p=>p.type!=='Property'||!['text','values'].includes(p.key.name)))return left.push(line(n)+' extra')
      t=a.properties.find(p=>p.key.name==='text')?.value; v=a.properties.find(p=>p.key.name==='values')?.value
    } else {t=a;v=n.arguments[1]; if(isPrep&&n.arguments[2])return left.push(line(n)+' keep')}
    if(a.type==='CallExpression'&&a.callee.name==='prepared')return
    if(!t||!['TemplateLiteral','Literal'].includes(t.type))return left.push(line(n)+' dyn text')
    if(v&&v.type!=='ArrayExpression')return left.push(line(n)+' dyn values')
    const vals=v?v.elements:[]
    if(vals.some(e=>e.type==='SpreadElement'))return left.push(line(n)+' spread')
    const exprs=t.type==='TemplateLiteral'?t.expressions.map(e=>src.slice(e.start,e.end)):[]
    const bad=exprs.find(e=>numbered.test(e)); if(bad)return left.push(line(n)+' numbered: '+bad)
    const quasis=t.type==='TemplateLiteral'?t.quasis.map(q=>q.value.raw):[t.value.replace(/\\/g,'\\\\').replace(/`/g,'\\`')]
    const uses=new Map()
    for(const q of quasis)for(const m of q.matchAll(/\$(\d+)/g))uses.set(+m[1],(uses.get(+m[1])??0)+1)
    const simple=e=>e.type==='Identifier'||e.type==='Literal'||(e.type==='MemberExpression'&&!/\(/.test(src.slice(e.start,e.end)))
    const multi=vals.findIndex((e,i)=>(uses.get(i+1)??0)>1&&!simple(e))
    if(multi>=0)return left.push(line(n)+' multi: '+src.slice(vals[multi].start,vals[multi].end))
    if(vals.some((_,i)=>!uses.has(i+1)))return left.push(line(n)+' unused value')
    if(quasis.some(q=>/'[^'\n]*\$\d[^'\n]*'/.test(q)&&false))return
    let out='sql`'
    quasis.forEach((q,i)=>{
      out+=q.replace(/\$(\d+)/g,(_,d)=>{const e=vals[d-1];if(!e){left.push(line(n)+' no value '+d);return '$'+d}return '${'+src.slice(e.start,e.end)+'}'})
      if(i<exprs.length)out+='${'+exprs[i]+'}'
    })
    out+='`'
    const endArg=n.arguments.at(-1)
    if(isPrep){ ms.overwrite(n.start,n.end,'prepared('+out+')') }
    else ms.overwrite(a.start,endArg.end,out)
    done++;touched=true
  }})
  if(touched){
    const rel=(p=>p.startsWith('.')?p:'./'+p)(relative(dirname(f),'server/database/sql.ts'))
    const m=/^import /m.exec(src); ms.appendLeft(m?m.index:0,`import { sql } from '${rel}'\n`)
    if(!dry)writeFileSync(root+f,ms.toString())
  }
}
console.log(done,'done');console.log(left.join('\n'));
