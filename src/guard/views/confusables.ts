/** Letters of other alphabets that look like Latin ones. Only read so inside words that mix alphabets. */
const LOOK_ALIKES =
  'аaсcеeоoрpхxуyіiјjѕsԁdԛqԝwһhӏlвbгrкkмmнhтtиuпnзzьbёeїiєe' +
  'АAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSЗ3ГrЁEЇIԌGԜWҺHӀI' +
  'αaβbγyδdεeζzηnθoιiκkλlμuνvξxοoπnρpσoςsτtυuφoχxψyωw' +
  'ΑAΒBΓrΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXΛA' +
  'օoսuոnհhցgզqԼLՏSՍUԱUտsէtյjіi' +
  'ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᎥiᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ';

const LATIN = new Map<string, string>();
{
  const letters = [...LOOK_ALIKES];
  for (let i = 0; i + 1 < letters.length; i += 2) LATIN.set(letters[i] ?? '', letters[i + 1] ?? '');
}

export const readConfusable = (letter: string): string => LATIN.get(letter) ?? letter;
