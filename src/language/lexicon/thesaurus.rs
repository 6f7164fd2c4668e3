//! Words that shops use for one another: work, workpieces, tools. Data only; see `kin.rs` for how it is asked.
//!
//! English with its slang, and the German (in ASCII) that engineers name things in. Entries are parted by commas and are
//! compared by their stems; a group holds what an operator would exchange in a cell that has one such thing. A word that
//! stands for several kinds is in all of their groups.

/// Words that mean work in any cell, whether it does that or not.
pub(super) const CORE: &str = "inspect inspection check scan examine examination look photo photograph picture image imaging view \
    survey capture snapshot snap camera vision visual eyeball qc weld tack spot seam join fuse mig tig \
    arc zap stitch bead glue dispense bond adhesive paste apply gluing epoxy screw fasten tighten torque \
    drive bolt driver screwdriving drill bore ream hole grind sand polish buff deburr finish abrade \
    smooth linish debur paint spray coat lacquer varnish prime clean wipe wash blow rinse purge degrease \
    measure measurement gauge gage probe metrology dimension cut trim slice saw label mark engrave etch \
    laser print stamp sticker tag seal caulk sealant sealing gasket insert press fit push solder reflow \
    pick grip grasp pickup place deposit putdown load feed infeed unload eject offload palletise stack \
    palletize pallet test verify validate proof leak calibrate calibration zero teach tare align barcode \
    read qr rivet crimp weigh scale pack package wrap box packing heat cure bake dry mill machine rout \
    sort assemble assembly oil grease lube lubricate";

/// Kinds of work.
pub(super) const WORK: &[&str] = &[
    "voltage, volts, volt, ocv, open circuit voltage, spannung, spannungspruefung, spannungsprufung",
    "primer, prime, priming, primer coat, base primer, undercoat, first coat, prime coat, spray primer, apply \
     primer, coat, spray, paint, grundieren, grundierung, primern, appret, imprimacion, grondverf, gronden",
    "topcoat, top coat, finish coat, final coat, colour coat, color coat, basecoat, base coat, colour, color, \
     paint, spray, coat, lackieren, decklack, basislack, farbe, verniciare",
    "clearcoat, clear coat, clear, lacquer, varnish, gloss coat, seal coat, spray clear, coat, spray, \
     lackieren, klarlack, klarlackieren, versiegeln, vernis, barniz",
    "paint, spray, spray paint, coat, painting, colour, color, respray, paint job, lay paint, lackieren, \
     lackierung, anmalen, streichen, spritzen, peindre, pintar, verniciare, verven, malowac",
    "powder coat, powdercoat, powder coating, powder spray, spray powder, coat, spray, pulverbeschichten, \
     pulvern, pulverbeschichtung",
    "varnish, lacquer, seal wood, oil wood, stain, wood finish, finish, coat, lasieren, lasur, beizen, oelen, \
     olen",
    "touch up, retouch, touchup, spot repair, paint repair, repair paint, fix paint, nachlackieren, \
     ausbessern, smart repair",
    "mask, masking, tape off, mask off, cover up, apply tape, masking tape, abkleben, maskieren, abdecken, \
     masquer, enmascarar",
    "demask, unmask, peel tape, pull tape off, remove masking, take tape off, take masking off, pull off \
     tape, entmaskieren, klebeband abziehen",
    "scuff, scuffing, scuff sand, scuff up, coarse sand, rough sand, rough up, roughen, key, abrade, sand, \
     sanding, rub down, rubdown, flat down, matt down, schleifen, anschleifen, grobschleifen, vorschleifen, \
     aufrauen, anrauen, grobschliff",
    "finish sand, fine sand, fine sanding, finish sanding, final sand, sand, sanding, rub down, smooth down, \
     wet sand, flatten, finish, smooth, feinschleifen, feinschliff, schleifen, endschliff, poncer, lijar, \
     carteggiare, schuren",
    "sand, sanding, rub down, sand down, abrade, smooth, smooth down, flat down, linish, schleifen, \
     abschleifen, schliff, poncer, lijar, carteggiare, schuren, szlifowac",
    "polish, polishing, buff, buffing, shine, shine up, buff out, burnish, gloss up, mirror finish, finish, \
     compound, polieren, politur, hochglanz, glaenzen, glanzen, polir, pulir, lucidare, polijsten, polerowac",
    "wax, waxing, apply wax, wax coat, wachsen, wachs, cirer, encerar",
    "grind, grinding, surface grind, grind down, grind off, dress weld, blend, linish, schleifen, \
     abschleifen, planschleifen, schliff, meuler, rectifier, amolar, slijpen, szlifowac",
    "lap, lapping, hone, honing, superfinish, polish, finish, laeppen, lappen, honen, roder",
    "sharpen, sharpening, hone, put edge on, grind edge, whet, schaerfen, scharfen, nachschaerfen, \
     nachscharfen, affuter, aiguiser, afilar, affilare, slijpen, ostrzyc",
    "tack, tack weld, tacking, tack up, spot tack, tack together, pin, weld, schweissen, heften, \
     heftschweissen, heftnaht, anheften, pointer",
    "seam weld, seam, run bead, lay bead, weld bead, weld seam, weld, weld up, weld out, full weld, stitch, \
     burn in, mig, tig, schweissen, schweissnaht, naht, nahtschweissen, bahnschweissen, souder, soldar, \
     saldare",
    "spot weld, spot, spotweld, resistance weld, weld nugget, zap, weld, schweissen, punktschweissen, \
     schweisspunkt, punkten, souder par points",
    "weld, welding, weld up, weld together, join, fuse, burn in, zap, mig, tig, schweissen, verschweissen, \
     zusammenschweissen, souder, soudage, soldar, saldare, lassen, spawac",
    "stud weld, stud welding, weld stud, shoot stud, shoot studs, fire stud, zap stud, stud, weld, \
     schweissen, bolzenschweissen, bolzen schiessen, bolzen, goujon",
    "laser weld, laser welding, beam weld, weld, schweissen, laserschweissen, laserstrahlschweissen",
    "ultrasonic weld, sonic weld, ultrasonic welding, plastic weld, weld, schweissen, ultraschallschweissen, \
     ultraschall",
    "heat seal, heat sealing, weld film, seal bag, seal pouch, bag seal, seal, heisssiegeln, siegeln, \
     verschweissen, versiegeln, sceller, sellar",
    "braze, brazing, hard solder, silver solder, loeten, loten, hartloeten, hartloten, braser, brasar",
    "solder, soldering, solder joint, tin, soft solder, iron, solder up, loeten, loten, verloeten, verloten, \
     weichloeten, loetstelle, souder, soldar, saldare, solderen, lutowac",
    "desolder, unsolder, desoldering, suck solder, entloeten, entloten, ausloeten, ausloten, dessouder, \
     desoldar",
    "flux, fluxing, apply flux, spray flux, brush flux, flussmittel, fluxen",
    "descale, scale removal, knock slag off, chip slag, deslag, slag removal, spatter removal, clean weld, \
     schlacke entfernen, entzundern, entschlacken",
    "clean tip, tip clean, tip dress, dress tip, tip dressing, torch clean, clean torch, clean nozzle, nozzle \
     clean, brennerreinigung, brenner reinigen, duese reinigen, kappen fraesen",
    "plasma cut, flame cut, torch cut, burn, cut, cut off, plasmaschneiden, brennschneiden, schneiden, oxycut",
    "uncap, decap, open, uncork, unscrew cap, take cap off, take lid off, cap off, lid off, pop cap, pop lid, \
     pop top, twist off, remove cap, remove lid, take top off, deckel abnehmen, deckel ab, abdeckeln, \
     entdeckeln, aufschrauben, oeffnen, offnen, deboucher, ouvrir, abrir, destapar, aprire, openen, otworzyc",
    "recap, cap, capping, close, put lid on, put cap on, put top on, lid on, cap on, screw cap on, screw lid \
     on, lid, seal, shut, verschliessen, deckeln, deckel aufsetzen, zuschrauben, verdeckeln, schliessen, \
     zumachen, boucher, fermer, tapar, cerrar, tappare, chiudere, sluiten, zamknac",
    "aspirate, aspiration, pipette, pipet, pipette up, pipette out of, draw up, suck up, draw, suck, suction, draw liquid, pull liquid, take up liquid, \
     fill tip, fill syringe, aspirieren, ansaugen, aufsaugen, aufziehen, aspirer, aspirar, aspirare",
    "dispense, dispensing, squirt, pipette out, pipet out, squirt out, eject liquid, push out, expel, \
     discharge, dose, dosing, pipette, pour out, dispensieren, abgeben, dosieren, auspipettieren, distribuer, \
     dispensar, dosificar, dosare, doseren",
    "pipette, pipet, pipetting, liquid transfer, transfer liquid, aliquot, pipettieren, umpipettieren, \
     pipetter, pipetear",
    "aliquot, split sample, divide sample, portion sample, sample split, aliquotieren, probe aufteilen",
    "pick up tip, tip on, tip pick, put tip on, fit tip, load tip, new tip, fresh tip, spitze aufnehmen, \
     spitze holen",
    "eject tip, tip off, tip eject, drop tip, take tip off, throw tip away, discard tip, shuck tip, tip \
     waste, spitze abwerfen, spitze wegwerfen",
    "shake, shaking, agitate, shake up, vortex, jiggle, rock, mix, schuetteln, schutteln, agiter, secouer, \
     agitar, agitare, schudden, wstrzasnac",
    "mix, mixing, stir, stirring, blend, agitate, stir up, vortex, homogenise, homogenize, ruehren, ruhren, \
     umruehren, umruhren, mischen, vermischen, melanger, remuer, mezclar, mescolare, roeren, mengen, mieszac",
    "centrifuge, spin, spin down, centrifugation, fuge, zentrifugieren, schleudern, zentrifuge, centrifuger, \
     centrifugar, centrifugare",
    "incubate, incubation, incubator, keep warm, warm up, grow, inkubieren, bebrueten, bebruten, incuber, \
     incubar, incubare",
    "sample, sampling, take sample, draw sample, pull sample, grab sample, probe nehmen, probenahme, \
     beproben, bemustern, echantillonner, prelever, muestrear, campionare",
    "swab, swabbing, take swab, smear, wipe test, abstrich, abstreichen, ecouvillon",
    "titrate, titration, titrieren, titration run, titrer",
    "inoculate, inoculation, plate out, streak, streak plate, seed plate, spread plate, animpfen, impfen, \
     ausstreichen, ausplattieren, beimpfen",
    "pick colony, colony pick, colony picking, pick clone, kolonie picken",
    "filter, filtration, strain, filter off, filtern, filtrieren, abfiltrieren, filtrer, filtrar, filtrare",
    "pierce, puncture, pierce foil, poke foil, pierce septum, punch foil, durchstechen, anstechen, \
     perforieren, percer",
    "peel foil, deseal, peel seal, peel film, take foil off, take seal off, rip foil, unseal, delid, folie \
     abziehen, entsiegeln, peler",
    "seal plate, plate seal, foil plate, put foil on, put film on, seal, foil, versiegeln, folieren, platte \
     versiegeln",
    "dilute, dilution, thin down, water down, verduennen, verdunnen, verduennung, diluer, diluir, diluire",
    "sterilise, sterilize, sterilisation, sterilization, autoclave, steam sterilise, sterilisieren, \
     autoklavieren, entkeimen, steriliser, esterilizar, sterilizzare",
    "disinfect, disinfection, sanitise, sanitize, decontaminate, decon, uv clean, desinfizieren, \
     desinfektion, dekontaminieren, desinfecter, desinfectar, disinfettare, ontsmetten",
    "stain slide, staining, dye slide, slide stain, stain, faerben, farben, anfaerben, anfarben, colorer",
    "coverslip, cover slip, put coverslip on, mount slide, eindecken, deckglas auflegen, deckglas",
    "freeze, freezing, deep freeze, put on ice, snap freeze, einfrieren, gefrieren, tiefkuehlen, tiefkuhlen, \
     congeler, congelar, congelare, invriezen, zamrozic",
    "thaw, thawing, defrost, auftauen, abtauen, decongeler, descongelar, scongelare, ontdooien",
    "lyophilise, lyophilize, freeze dry, freeze drying, gefriertrocknen, lyophilisieren",
    "fill vial, vial filling, fill syringe, fill ampoule, fill, filling, abfuellen, abfullen, befuellen, \
     befullen, fuellen, fullen",
    "stopper, stoppering, put stopper on, put stopper in, bung, push stopper in, plug vial, plug, stopfen \
     setzen, verstopfen",
    "crimp cap, crimp vial, vial crimp, seal vial, crimp, boerdeln, bordeln, verboerdeln, verbordeln, sertir",
    "blister, blister pack, pop blister, blister sealing, verblistern, blistern, blisterpack",
    "pick, pick up, grab, grasp, lift, lift up, grip, fetch, collect, pickup, snatch, clamp on, lift out, \
     scoop up, nab, greifen, aufnehmen, abholen, holen, nehmen, entnehmen, anheben, picken, prendre, saisir, \
     coger, agarrar, prendere, pakken, oppakken, chwycic, podniesc",
    "place, put down, set down, lay down, deposit, drop off, put away, let down, putdown, setdown, position, \
     plonk, plop, release, set off, ablegen, abstellen, hinlegen, absetzen, ablage, niederlegen, platzieren, \
     poser, deposer, depositar, colocar, posare, neerzetten, plaatsen, odlozyc, polozyc",
    "load, loading, feed in, load up, put in, charge, machine load, fill machine, put part in, chuck up, \
     beladen, einlegen, laden, bestuecken, bestucken, beschicken, charger, cargar, caricare, ladowac",
    "unload, unloading, take out, unload part, pull out, lift out, part out, empty, discharge, offload, \
     machine unload, take part out, entladen, ausladen, entnehmen, herausnehmen, entnahme, decharger, \
     descargar, scaricare, lossen, uitladen, rozladowac",
    "transfer, shift, move across, hand over, carry, carry over, shuttle, relocate, switch over, pass on, \
     uebergeben, ubergeben, uebergabe, umsetzen, transportieren, umlegen, transferer, trasladar, trasferire",
    "handover, hand over, hand off, hand out, pass over, pass to operator, give to operator, uebergeben, \
     ubergeben, uebergabe, ubergabe, aushaendigen, anreichen",
    "store, put away, stow, shelve, stash, put back, put in rack, put in store, storage, einlagern, lagern, \
     verstauen, wegstellen, wegraeumen, einlagerung, stocker, ranger, almacenar, opslaan",
    "retrieve, fetch, pull from store, pull from rack, get from store, take from rack, destock, auslagern, \
     auslagerung, herausholen, holen",
    "tighten, tighten up, torque, torque up, torque down, nip up, do up, screw in, screw down, bolt, bolting, \
     bolt down, bolt up, nip bolt, wrench, drive screw, drive home, screw, screwing, fasten, cinch, run down, screwdrive, \
     festziehen, anziehen, schrauben, verschrauben, einschrauben, anschrauben, festschrauben, eindrehen, \
     visser, serrer, atornillar, apretar, avvitare, serrare, schroeven, aandraaien, przykrecic, dokrecic",
    "loosen, undo, unscrew, unbolt, slacken, slacken off, back off, back out, screw out, unfasten, crack \
     loose, unthread, loesen, losen, lockern, losschrauben, abschrauben, herausdrehen, aufschrauben, \
     ausschrauben, devisser, desserrer, desatornillar, aflojar, svitare, allentare, losdraaien, odkrecic, \
     poluzowac",
    "insert, insertion, put in, push in, slot in, plug in, pop in, slide in, fit, peg in, stick in, poke in, \
     einsetzen, einstecken, einfuegen, einfugen, einfuehren, einfuhren, fuegen, fugen, einschieben, inserer, \
     insertar, inserire, invoegen, wlozyc, wstawic",
    "remove, pull out, take out, extract, slide out, pop out, withdraw, unplug, yank out, removal, lift out, \
     entfernen, herausziehen, ausziehen, entnehmen, rausziehen, retirer, enlever, extraer, sacar, rimuovere, \
     estrarre, verwijderen, wyjac",
    "assemble, assembly, put together, fit, join, build up, mount, fit together, piece together, montieren, \
     montage, zusammenbauen, zusammensetzen, fuegen, fugen, monter, assembler, montar, ensamblar, montare, \
     assemblare, monteren, montowac",
    "disassemble, disassembly, take apart, dismantle, strip down, pull apart, break down, tear down, \
     teardown, demontieren, demontage, zerlegen, auseinanderbauen, demonter, desmontar, smontare, demonteren, \
     rozmontowac",
    "press, press in, press fit, pressing, push home, force in, squeeze in, ram in, seat, einpressen, \
     pressen, verpressen, aufpressen, fuegen, presser, emmancher, prensar, pressare, persen, wcisnac",
    "press out, push out, drive out, knock out, force out, auspressen, ausdruecken, ausdrucken, austreiben, \
     chasser",
    "snap in, clip in, clip on, snap on, click in, clip, snap together, latch, click on, klipsen, clipsen, \
     einrasten, einklipsen, einclipsen, aufclipsen, anclipsen, clipser",
    "rivet, riveting, pop rivet, set rivet, blind rivet, self pierce, rivet up, clinch, nieten, vernieten, \
     blindnieten, stanznieten, niet, riveter, remachar, rivettare, klinken, nitowac",
    "clinch, clinching, clinch joint, toggle lock, clinchen, durchsetzfuegen, tox",
    "crimp, crimping, squeeze lug, squash terminal, crimp terminal, put lug on, crimpen, vercrimpen, \
     quetschen, verpressen, krimpen, sertir, crimpare, crimpar",
    "nail, nailing, nail up, hammer in, drive nail, shoot nail, pin, nageln, vernageln, annageln, clouer, \
     clavar, inchiodare, spijkeren",
    "staple, stapling, tacker, tackern, heften, klammern, anheften, agrafer, grapar, graffare",
    "hammer, peen, tap in, knock in, bash, hit, haemmern, hammern, klopfen, einschlagen, marteler",
    "clamp, clamping, clamp down, grip down, chuck, lock down, fixture, vice up, close clamp, spannen, \
     einspannen, aufspannen, festspannen, klemmen, fixieren, brider, serrer, sujetar, bloccare, zamocowac",
    "unclamp, unclamping, open clamp, release clamp, unchuck, let loose, ausspannen, entspannen, abspannen, \
     loesen, losen, debrider",
    "wire, wiring, route cable, lay cable, lay wire, cable, run wire, run cable, harness, wire up, cabling, \
     verdrahten, verkabeln, verlegen, kabel verlegen, kabeln, cabler, cablear, cablare, bedraden",
    "strip wire, wire strip, strip cable, strip, stripping, bare wire, strip insulation, skin cable, \
     abisolieren, abmanteln, entmanteln, denuder, pelar cable, spelare",
    "plug in, connect, mate connector, hook up, plug, couple, dock, connector in, stecken, anstecken, \
     einstecken, verbinden, anschliessen, ankoppeln, brancher, connecter, enchufar, conectar, collegare, \
     aansluiten, podlaczyc",
    "unplug, disconnect, pull plug, unhook, decouple, undock, pull connector, abstecken, ausstecken, trennen, \
     abkoppeln, abklemmen, debrancher, deconnecter, desenchufar, desconectar, scollegare, odlaczyc",
    "thread in, thread, lace, feed through, thread through, poke through, einfaedeln, einfadeln, \
     durchfaedeln, durchfadeln, enfiler, enhebrar",
    "fit o ring, o ring, ring, rubber ring, fit ring, put ring in, put ring on, seat ring, seal ring, fit seal, fit gasket, put seal on, place gasket, gasket, oring, dichtung \
     einlegen, dichtring, dichtungsmontage, joint torique",
    "fit circlip, circlip, snap ring, retaining ring, put circlip on, sicherungsring, seegerring",
    "read barcode, barcode, scan, read code, scan code, scan barcode, scan label, scan tag, read label, qr, \
     qr code, datamatrix, beep, id read, identify, code, rfid, read tag, scannen, einscannen, barcode lesen, \
     code lesen, auslesen, identifizieren, scanner, escanear, scansionare",
    "inspect, inspection, camera, camera inspection, vision, photo, picture, take picture, take photo, \
     image, photograph, look over, check over, visual check, vision check, check, eyeball, look at, camera \
     check, examine, scan, quality check, qc, view, pruefen, prufen, pruefung, kontrollieren, sichtpruefen, \
     sichtpruefung, sichtprufung, begutachten, ueberpruefen, inspizieren, kontrolle, inspecter, controler, \
     verifier, inspeccionar, revisar, ispezionare, controllare, inspecteren, controleren, sprawdzic",
    "measure, measuring, measurement, gauge, gage, gauging, mic, mic up, check size, check dimensions, size, \
     cmm, dimension check, probe, touch probe, check, messen, vermessen, ausmessen, nachmessen, messung, \
     abtasten, antasten, pruefen, prufen, mesurer, mesure, medir, misurare, meten, mierzyc",
    "weigh, weighing, weight, weigh in, check weight, weight check, checkweigh, put on scales, scale, scales, \
     wiegen, wagen, abwiegen, verwiegen, einwiegen, waegen, gewicht, peser, pesee, pesar, pesare, wegen, \
     wazyc",
    "functional test, function test, test, trial, eol test, end of line test, check function, try out, \
     funktionspruefung, funktionsprufung, funktionstest, testen, pruefen, prufen, erproben, essayer, tester, \
     probar, probare, collaudare, testowac",
    "electrical test, test, buzz out, ring out, continuity, continuity test, beep out, hipot, flash test, \
     ict, probe, check wiring, megger, insulation test, durchgangspruefung, durchgang, durchklingeln, \
     pruefen, prufen, testen, elektrisch pruefen, hochspannungspruefung, isolationspruefung",
    "flying probe, probe test, probe, probing, touch pads, needle test, bed of nails, test, nadeltest, \
     nadeladapter, kontaktieren, testen, pruefen, prufen",
    "leak test, leak check, leak, leakage, air test, pressure test, check for leaks, bubble test, tightness, pressure \
     decay, sniff, sniff test, test, dichtheitspruefung, dichtheit, dichtpruefung, dichtigkeitspruefung, \
     leckpruefung, lecktest, abdruecken, abdrucken, pruefen, prufen, testen, fuite, etancheite, fuga, tenuta",
    "photograph, photo, picture, snap, image, take picture, take photo, snap picture, snapshot, capture, \
     shoot photo, take image, grab image, pic, photo shoot, fotografieren, foto, bild, aufnahme, knipsen, \
     ablichten, photographier, fotografiar, fotografare, fotograferen, zdjecie",
    "xray, x ray, radiograph, radiography, ct scan, scan, look inside, roentgen, rontgen, roentgen pruefung, \
     durchleuchten, radiographier",
    "3d scan, scan, digitise, digitize, surface scan, laser scan, point cloud, scanning, digitalisieren, \
     scannen, numeriser, escanear",
    "hardness test, hardness, hardness check, rockwell, vickers, brinell, indent, haertepruefung, \
     hartepruefung, haerte, haerte messen, durete, dureza",
    "ultrasonic test, ut scan, ultrasound, ultrasonic check, ndt, crack test, flaw test, scan, \
     ultraschallpruefung, ultraschall, risspruefung",
    "dye penetrant, penetrant test, crack check, crack test, dye check, fpi, ndt, eindringpruefung, \
     risspruefung, ressuage",
    "tensile test, pull test, tug test, tension test, stretch test, pull, zugversuch, zugpruefung, \
     abzugstest, auszugstest, traction",
    "drop test, impact test, fallversuch, falltest, chute",
    "fatigue test, endurance test, cycle test, life test, durability, dauertest, dauerlauf, dauerversuch, \
     lebensdauertest",
    "burn in test, burn in, soak test, ageing, aging, age, einbrennen, altern, dauertest",
    "colour check, color check, colour measurement, gloss check, shade check, farbmessung, farbpruefung, \
     glanzmessung",
    "roughness check, roughness, surface check, surface finish, profilometer, rauheit, rauheitsmessung, \
     oberflaechenpruefung",
    "thickness check, thickness, film build, coating thickness, paint thickness, dft, check, measure, messen, \
     schichtdicke, dickenmessung, schichtdickenmessung, wandstaerke, epaisseur, espesor",
    "check level, level check, fill level, fill height, check fill, dip, fuellstand, fullstand, \
     fuellstandskontrolle, fuellhoehe, niveau",
    "check layer, lage pruefen, lage prufen, layer check, layer height, height check, stack height, check height, check stack, check, \
     lagenkontrolle, lagenhoehe, hoehenkontrolle, hoehe messen, stapelhoehe, hoehenmessung",
    "temperature check, check temperature, take temperature, check temp, temp check, temperature, \
     thermometer, pyrometer, thermal image, temperatur messen, temperaturmessung, thermografie",
    "count, counting, tally, tally up, count up, count parts, number check, stocktake, check quantity, \
     zaehlen, zahlen, abzaehlen, abzahlen, auszaehlen, zaehlung, inventur, compter, contar, contare, tellen, \
     liczyc",
    "calibrate, calibration, zero, zero out, reference, tare, re zero, set zero, recalibrate, adjust, teach \
     in, cal, kalibrieren, kalibrierung, eichen, justieren, nullen, referenzieren, tarieren, einmessen, \
     etalonner, calibrar, calibrare, kalibreren, kalibrowac",
    "locate, find part, look for part, localise, localize, search part, find position, vision locate, bin \
     scan, lokalisieren, orten, suchen, lage erkennen, lageerkennung, positionserkennung, localiser",
    "sort, sorting, separate, grade, segregate, sort out, classify, sort through, sortieren, aussortieren, \
     sortierung, klassieren, trier, tri, clasificar, ordenar, smistare, sorteren, sortowac",
    "reject, scrap, bin, discard, throw out, throw away, chuck out, kick out, dump reject, ausschleusen, \
     aussortieren, ausschuss, wegwerfen, verwerfen, entsorgen, rejeter, rechazar, desechar, scartare, \
     afkeuren, odrzucic",
    "singulate, separate, unscramble, single out, pull apart, spread out, singling, vereinzeln, vereinzelung, \
     trennen, singulariser",
    "feed, feeding, feed in, supply, top up feeder, infeed, replenish, zufuehren, zufuhren, zufuehrung, \
     nachlegen, einspeisen, vorschub, alimenter, alimentar, alimentare, toevoeren, podawac",
    "kit, kitting, kit up, make up kit, build kit, gather parts, picklist, commission, kommissionieren, \
     kitten, kommission, zusammenstellen",
    "cut, cutting, slice, trim, cut off, cut out, chop, sever, snip, cut up, cut to length, part, schneiden, \
     zuschneiden, abschneiden, ausschneiden, trennen, ablaengen, schnitt, couper, decouper, cortar, tagliare, \
     snijden, ciac",
    "groove, grooving, slot, cut groove, channel, plough, plow, dado, rebate, rabbet, nuten, nut, nut \
     fraesen, einstechen, auskehlen, falzen, rainurer, ranurar, scanalare, groeven",
    "round over, roundover, round edges, round off, radius edge, radius, break edge, soften edges, ease edge, \
     round corners, bullnose, abrunden, runden, verrunden, kanten runden, kantenverrundung, verrundung, \
     radius fraesen, arrondir, redondear, arrotondare, afronden",
    "chamfer, bevel, chamfering, bevel edge, break edges, edge break, take edge off, knock corner off, \
     anfasen, fasen, fase, abschraegen, chanfreiner, biseauter, biselar, achaflanar, smussare, afschuinen, \
     fazowac",
    "take sharps off, take edge off, take edges off, sharps off, edge off, edges off, knock sharps off, knock edges off, deburr, deburring, burr, burr off, take burrs off, knock burrs off, debur, remove burrs, clean edges, \
     fettle, deflash, entgraten, entgratung, grat entfernen, abgraten, ebavurer, ebarber, rebabar, desbarbar, \
     sbavare, ontbramen, gratowac",
    "drill, drilling, bore, bore hole, drill hole, drill out, put hole in, hole, make hole, bohren, bohrung, \
     aufbohren, loch bohren, loch, vorbohren, percer, percage, taladrar, perforar, forare, boren, wiercic",
    "countersink, csk, countersinking, counterbore, senken, ansenken, kegelsenken, senkung, fraiser, \
     avellanar, svasare, verzinken",
    "ream, reaming, reamer, size hole, open up hole, reiben, aufreiben, ausreiben, aleser, escariar, alesare, \
     ruimen",
    "tap, tapping, tap thread, cut thread, thread, tap hole, tap out, threading, gewinde, gewindeschneiden, \
     gewinde schneiden, gewindebohren, tarauder, fileter, roscar, filettare, tappen, gwintowac",
    "mill, milling, rout, router, routing, machine, profile, shape, mill out, rout out, pocket, hog out, \
     fraesen, frasen, ausfraesen, ausfrasen, abfraesen, fraiser, fresar, fresare, frezen, frezowac",
    "face, facing, face off, skim, skim cut, face mill, clean up face, true up, planfraesen, plandrehen, \
     planen, ueberfraesen, surfacer, dresser, refrentar, spianare",
    "lathe, turn down, turn on lathe, turning, machine, turn, skim diameter, drehen, abdrehen, \
     drehbearbeitung, langdrehen, tourner, tornear, tornire, draaien, toczyc",
    "saw, sawing, saw off, saw up, crosscut, rip cut, bandsaw, buzz off, cut, cut off, saegen, sagen, \
     absaegen, absagen, zusaegen, zersaegen, scier, aserrar, serrar, segare, zagen, pilowac, ciac",
    "plane, planing, planer, thickness plane, shave down, hobeln, abhobeln, raboter, cepillar, piallare, \
     schaven, strugac",
    "file, filing, file down, file off, file edges, feilen, abfeilen, limer, limar, limare, vijlen, \
     pilnikowac",
    "laser cut, laser cutting, cut with laser, laser, cut, schneiden, laserschneiden, laserschnitt, lasern, \
     decoupe laser",
    "waterjet, water jet, jet cut, waterjet cut, water cut, cut, schneiden, wasserstrahl, \
     wasserstrahlschneiden",
    "punch, punching, stamp, stamp out, knock holes, blank, blanking, pierce, punch hole, punch out, stanzen, \
     ausstanzen, lochen, poinconner, punzonar, troquelar, punzonare, ponsen, wykrawac",
    "die cut, diecut, kiss cut, stamp out, stanzen, ausstanzen, anstanzen, troquelar, fustellare",
    "shear, shearing, guillotine, chop, snip, nip off, cut, cut off, scheren, abscheren, schneiden, \
     tafelschere, cisailler, cizallar, cesoiare, knippen",
    "trim, trimming, trim off, trim edge, tidy edge, cut edge, cut off excess, clip off, edge trim, nip off, \
     beschneiden, besaeumen, stutzen, abschneiden, randbeschnitt, trimmen, ebarber, recortar, rifilare, \
     bijsnijden",
    "scribe, score, scoring, scratch line, mark out, mark line, ritzen, anritzen, anreissen, einritzen, \
     rillen, tracer, trazar, tracciare",
    "snap off, break off, break out, breakout, snap apart, crack off, brechen, abbrechen, ausbrechen, casser, \
     romper, spezzare",
    "depanel, depanelling, singulate boards, break panel, separate boards, cut boards apart, break out \
     boards, nutzentrennen, nutzen trennen, vereinzeln",
    "bend, bending, fold, fold up, crease, kink, brake, press brake, bend up, biegen, abkanten, kanten, \
     umbiegen, abbiegen, plier, cintrer, doblar, plegar, piegare, buigen, zetten, giac",
    "hem, hemming, fold flange, roll hem, roller hem, seam edge, falzen, boerdeln, bordeln, umboerdeln, \
     rollfalzen, sertir",
    "flange, flanging, flare, flare tube, bead edge, boerdeln, bordeln, flanschen, aufweiten",
    "roll, rolling, roll form, roll up, walzen, rollformen, rundbiegen, laminer, laminar, laminare, walsen",
    "straighten, straightening, true, true up, flatten, unbend, richten, ausrichten, geraderichten, gerade \
     biegen, redresser, enderezar, raddrizzare, prostowac",
    "deep draw, deep drawing, draw, form, form sheet, stamp, tiefziehen, umformen, ziehen, emboutir, embutir, \
     imbutire",
    "knurl, knurling, raendeln, randeln, moleter, moletear, zigrinare",
    "broach, broaching, cut keyway, keyway, raeumen, raumen, nut raeumen, brocher, brochar, brocciare",
    "spark erode, edm, wire edm, wire erode, erode, erosion, erodieren, drahterodieren, senkerodieren",
    "hob, gear cut, cut teeth, cut gear, hobbing, verzahnen, waelzfraesen, walzfrasen, zahnrad fraesen, \
     tailler",
    "dust off, blow off, blow out, air off, airblast, air blast, blow down, air gun, dust, air jet, puff off, \
     blow clean, clean, clean off, air wash, ionise, abblasen, ausblasen, entstauben, abpusten, druckluft, \
     blasen, reinigen, saubern, souffler, depoussierer, soplar, soffiare, afblazen, przedmuchac",
    "vacuum, hoover, suck off, vac, suck up dust, suction clean, vacuum up, hoover up, clean, saugen, \
     absaugen, staubsaugen, aussaugen, reinigen, aspirer, aspirar, aspirare, stofzuigen, odkurzac",
    "wash, washing, rinse, hose down, jet wash, scrub, wash off, wash down, wash out, clean, bath, dunk, \
     flush, waschen, abwaschen, auswaschen, spuelen, spulen, reinigen, saeubern, saubern, laver, lavage, \
     lavar, lavare, wassen, spoelen, myc",
    "rinse, rinse off, rinse out, flush, flush out, swill, swill out, spuelen, spulen, abspuelen, abspulen, \
     ausspuelen, ausspulen, rincer, enjuagar, sciacquare, spoelen, plukac",
    "wipe, wiping, wipe down, wipe off, mop, cloth, rag, tack cloth, clean, wipe clean, swipe, abwischen, \
     wischen, abputzen, reinigen, saeubern, saubern, essuyer, limpiar, pulire, afvegen, wycierac",
    "degrease, degreasing, solvent wipe, solvent clean, get grease off, take grease off, ipa wipe, alcohol \
     wipe, clean, entfetten, entfettung, entoelen, entolen, reinigen, degraisser, desengrasar, sgrassare, \
     ontvetten, odtluscic",
    "brush, brushing, brush off, brush down, sweep, sweep off, wire brush, clean, buersten, bursten, \
     abbuersten, abbursten, fegen, kehren, reinigen, brosser, cepillar, spazzolare, borstelen",
    "clean, cleaning, clean off, clean up, clean down, clean out, tidy, purge, reinigen, reinigung, saeubern, \
     saubern, putzen, sauber machen, nettoyer, nettoyage, limpiar, limpieza, pulire, pulizia, schoonmaken, \
     czyscic",
    "purge, flush, flush out, clear line, clear nozzle, bleed, bleed line, shoot out, air shot, spuelen, \
     spulen, ausspritzen, entlueften, entluften, purger, purgar, spurgare",
    "dry, drying, dry off, blow dry, dry out, air dry, flash off, trocknen, abtrocknen, trockenblasen, \
     ablueften, abluften, secher, secar, asciugare, essiccare, drogen, suszyc",
    "blast, blasting, sandblast, grit blast, bead blast, shot blast, shotblast, sand blast, blast clean, dry \
     ice blast, strahlen, sandstrahlen, abstrahlen, kugelstrahlen, trockeneisstrahlen, sabler, grenailler, \
     chorrear, arenar, sabbiare, stralen, piaskowac",
    "shot peen, peen, peening, shotpeen, kugelstrahlen, verfestigungsstrahlen, grenailler, pallinare",
    "strip paint, paint strip, paint removal, depaint, take paint off, strip off, entlacken, ablaugen, farbe \
     entfernen, decaper, decapar, sverniciare",
    "pickle, pickling, acid dip, acid bath, etch, beizen, aetzen, atzen, decaper, decapar, decapare, beitsen",
    "etch, etching, acid etch, eat away, aetzen, atzen, anaetzen, graver, grabar, incidere, etsen",
    "plasma treat, plasma, corona, corona treat, surface activate, activate surface, flame treat, flaming, \
     beflammen, plasmabehandeln, aktivieren, oberflaeche aktivieren",
    "plate, plating, electroplate, chrome, zinc, galvanise, galvanize, nickel, copper, galvanisieren, \
     verzinken, verchromen, vernickeln, beschichten, galvanik, galvaniser, zincar, galvanizar, zincare, \
     cromare",
    "anodise, anodize, anodising, anodizing, eloxieren, anodisieren, anodiser, anodizar, anodizzare",
    "phosphate, phosphating, passivate, passivation, conversion coat, phosphatieren, passivieren, pasiver",
    "thermal spray, flame spray, plasma spray, metallise, metallize, arc spray, coat, spray, flammspritzen, \
     thermisch spritzen, beschichten, spritzen",
    "dip, dip coat, dunk, immerse, submerge, dip in, plunge, tauchen, eintauchen, tunken, tauchbeschichten, \
     tremper, immerger, sumergir, immergere, dompelen, zanurzyc",
    "quench, quenching, oil quench, water quench, abschrecken, tremper, templar, temprare",
    "harden, hardening, heat treat, case harden, induction harden, temper, anneal, haerten, harten, anlassen, \
     vergueten, verguten, gluehen, gluhen, induktionshaerten, tremper, templar, temprare, hartowac",
    "heat, heating, warm, warm up, heat up, preheat, hot air, pre warm, heizen, erhitzen, erwaermen, \
     erwarmen, aufheizen, vorwaermen, vorwarmen, chauffer, calentar, riscaldare, verwarmen, grzac",
    "cure, curing, uv cure, bake, oven, bake off, set glue, harden glue, uv lamp, flash lamp, stove, \
     aushaerten, ausharten, haerten, harten, einbrennen, uv haerten, ofen, durcir, curar, polymeriser, \
     indurire, uitharden, utwardzac",
    "cool, cooling, cool down, cool off, chill, let cool, kuehlen, kuhlen, abkuehlen, abkuhlen, abkuehlung, \
     refroidir, enfriar, raffreddare, koelen, chlodzic",
    "shrink fit, shrink on, shrink in, hot fit, heat and fit, aufschrumpfen, einschrumpfen, schrumpfen, \
     fretter",
    "heat shrink, shrink tube, shrink sleeve, shrink tubing, shrink, sleeve, schrumpfschlauch, schrumpfen, \
     aufschrumpfen",
    "heat stake, heat staking, hot stake, staking, melt over, melt pins, warmnieten, heissnieten, \
     heissverstemmen, bouterolle",
    "lubricate, lubrication, lube, lube up, oil, oil up, grease, grease up, lubing, dab grease, schmieren, \
     fetten, einfetten, oelen, olen, abschmieren, einoelen, einolen, lubrifier, graisser, huiler, lubricar, \
     engrasar, lubrificare, ingrassare, smeren, smarowac",
    "corrosion protect, rustproof, rust proof, cavity wax, wax inject, underseal, underbody coat, pvc coat, \
     konservieren, unterbodenschutz, hohlraumversiegelung, hohlraumkonservierung, korrosionsschutz",
    "glue, gluing, adhesive, bond, stick, stick down, glue up, stick on, paste, apply glue, apply adhesive, \
     put glue on, goop, hot melt, hotmelt, hot glue, epoxy, kleben, verkleben, klebstoff, leimen, kleber, \
     auftragen, ankleben, aufkleben, coller, encoller, colle, pegar, encolar, cola, incollare, lijmen, kleic",
    "glue dot, glue dots, dot, dots, dab, dab glue, spot glue, blob, dot glue, stake, staking, glue, stick, \
     goop, tack with glue, kleben, klebepunkt, klebepunkte, leimpunkt, punkte setzen, dosieren, coller",
    "seal, sealing, sealant, bead, sealing bead, run bead, lay bead, caulk, apply sealant, seal up, silicone, \
     goop, mastic, seam seal, gasket bead, seal bead, rtv, abdichten, dichten, dichtraupe, raupe, versiegeln, \
     verfugen, dichtmittel, naht abdichten, etancher, mastiquer, sellar, sigillare, afdichten, kitten, \
     uszczelniac",
    "glue bead, adhesive bead, bead, run bead, lay bead, glue line, run glue, line of glue, glue, goop, \
     stick, kleben, kleberaupe, klebenaht, klebespur, raupe, leimraupe, cordon de colle",
    "pot, potting, encapsulate, resin, pour resin, fill with resin, resin fill, vergiessen, verguss, \
     eingiessen, giessen, encapsuler, resiner, encapsular",
    "underfill, under fill, corner bond, edge bond, unterfuellen, unterfullen, unterfueller",
    "conformal coat, conformal coating, coat, coat board, board coating, lacquer, spray, protect board, \
     lackieren, schutzlackieren, schutzlack, leiterplatte lackieren, tropicaliser",
    "thermal paste, heat paste, heatsink compound, apply paste, thermal compound, gap filler, heat sink \
     paste, gapfiller, waermeleitpaste, warmeleitpaste, waermepaste",
    "tape, taping, stick tape, tape up, tape down, apply tape, tape on, double sided tape, klebeband, tapen, \
     bekleben, abkleben, scotcher, encintar, nastrare",
    "peel off, peel, peel liner, take backing off, peel backing, pull liner, remove liner, strip liner, \
     debond, abziehen, liner abziehen, schutzfolie abziehen, peler, despegar, staccare",
    "laminate, lamination, laminating, film on, apply film, foil, put film on, protective film, laminieren, \
     kaschieren, folieren, folie aufbringen, bekleben, laminer, laminar, laminare, lamineren",
    "label, labelling, labeling, sticker, stick label, tag, apply label, put sticker on, put label on, decal, \
     label up, stick label on, etikettieren, etikett, aufkleber, bekleben, beschriften, etikettierung, label \
     kleben, etiqueter, etiquetage, etiquetar, etichettare, etiketteren, etykietowac",
    "remove label, delabel, peel label, take label off, peel sticker, take sticker off, delabelling, etikett \
     entfernen, etikett abziehen, entetikettieren",
    "print, printing, inkjet, ink, jet print, stamp ink, pad print, screen print, date code, print code, \
     drucken, bedrucken, aufdrucken, tampondruck, siebdruck, beschriften, imprimer, imprimir, stampare, \
     afdrukken, bedrukken, drukowac",
    "mark, marking, laser mark, etch mark, laser etch, laser, serial, serial number, put number on, laser \
     marking, number, markieren, lasern, lasermarkieren, beschriften, laserbeschriften, kennzeichnen, \
     laserbeschriftung, signieren, marquer, marquage, marcar, marcare, markeren, znakowac",
    "engrave, engraving, carve, etch, cut letters, laser engrave, inscribe, gravieren, gravur, eingravieren, \
     graver, gravure, grabar, incidere, graveren, grawerowac",
    "dot peen, peen mark, dot mark, pin mark, stamp number, hit number, punch number, mark, nadelpraegen, \
     nadelpragen, praegen, pragen, schlagzahl, markieren",
    "emboss, embossing, deboss, stamp, hot stamp, foil stamp, raise pattern, praegen, pragen, heisspraegen, \
     gaufrer, estampar, goffrare",
    "palletise, palletize, palletising, palletizing, stack, stack up, pallet up, put on pallet, pile up, \
     build pallet, stack pallet, pile, palettieren, stapeln, aufstapeln, palette bauen, palettierung, \
     palettiser, empiler, paletizar, apilar, palettizzare, impilare, palletiseren, stapelen, paletyzowac, \
     ukladac",
    "depalletise, depalletize, depalletising, unstack, destack, unpile, take off pallet, unload pallet, break \
     pallet down, clear pallet, depal, depalettieren, entpalettieren, entstapeln, abstapeln, depalettiser, \
     depiler, despaletizar, desapilar, depallettizzare, depalletiseren",
    "stack, stacking, pile, pile up, stack up, heap up, nest, stapeln, aufstapeln, aufschichten, schichten, \
     einstapeln, empiler, apilar, impilare, stapelen, ukladac",
    "destack, unstack, denest, take off stack, unpile, pull apart, entstapeln, abstapeln, vereinzeln, \
     depiler, desapilar",
    "slip sheet, slipsheet, interlayer, layer pad, tier sheet, divider, lay sheet, cardboard sheet, separator \
     sheet, layer sheet, sheet, put sheet on, lay divider, lay cardboard, zwischenlage, zwischenlage \
     einlegen, zwischenlage legen, pappe, pappe einlegen, lage trennen, zwischenblatt, intercalaire, \
     intercalar, interfalda, tussenvel, przekladka",
    "pallet dispense, new pallet, fetch pallet, empty pallet, pallet change, change pallet, swap pallet, \
     pallet in, palettenwechsel, leerpalette, neue palette, palette wechseln, palette holen",
    "wrap, wrapping, stretch wrap, shrink wrap, stretch film, cling film, film wrap, wrap up, film, wind \
     film, foil, wickeln, umwickeln, einwickeln, stretchen, folieren, stretchfolie, einschrumpfen, filmer, \
     emballer, envolver, retractilar, avvolgere, fasciare, wikkelen, owijac",
    "unwrap, unwrapping, take film off, take wrap off, cut film, strip film, remove film, auswickeln, folie \
     entfernen, entfolieren, deballer, desenvolver",
    "strap, strapping, band, banding, tie down, steel strap, belt, put strap on, strap up, bind, umreifen, \
     umreifung, bandern, binden, cercler, cerclage, flejar, reggiare, omsnoeren",
    "destrap, unstrap, deband, cut strap, cut bands, snip strap, take strap off, entbaendern, entbandern, \
     umreifung entfernen, band durchschneiden, decercler",
    "pack, packing, box, box up, pack up, case pack, put in box, bag, carton, crate, parcel up, package, \
     verpacken, einpacken, packen, verpackung, kartonieren, abpacken, emballer, conditionner, empacar, \
     embalar, envasar, imballare, confezionare, inpakken, verpakken, pakowac",
    "unpack, unpacking, unbox, take out of box, empty box, empty out, debox, auspacken, entpacken, ausleeren, \
     deballer, desembalar, desempacar, disimballare, uitpakken, rozpakowac",
    "bag, bagging, bag up, put in bag, sack, sack up, pouch, eintueten, eintuten, absacken, einsacken, \
     beuteln, ensacher, embolsar, insaccare",
    "erect box, erect carton, box erect, case erect, make up box, fold box, fold carton, build box, set up \
     box, open box up, aufrichten, karton aufrichten, karton falten, former carton",
    "close box, close carton, seal box, seal carton, tape box, fold flaps, close flaps, shut box, karton \
     verschliessen, karton zukleben, deckel schliessen",
    "open box, open carton, cut box open, slit box, slit carton, box cut, box open, karton oeffnen, karton \
     aufschneiden, aufschlitzen",
    "flip, flip over, turn over, invert, upend, upside down, reverse, flip round, roll over, turn upside \
     down, flip part, wenden, umdrehen, drehen, wendung, umwenden, kippen, retourner, voltear, dar vuelta, \
     capovolgere, girare, omdraaien, keren, obrocic",
    "rotate, turn, spin, turn round, turn around, twist, swivel, index, quarter turn, half turn, drehen, \
     rotieren, schwenken, verdrehen, weiterdrehen, tourner, pivoter, girar, rotar, ruotare, girare, draaien, \
     obracac",
    "tilt, tip, tip up, lean, incline, tip over, kippen, neigen, schraegstellen, abkippen, incliner, \
     basculer, inclinar, inclinare, kantelen, przechylic",
    "align, alignment, square up, line up, straighten, centre, center, jog square, orient, ausrichten, \
     zentrieren, fluchten, positionieren, aligner, centrer, alinear, centrar, allineare, centrare, uitlijnen",
    "regrip, re grip, regrasp, change grip, grip again, swap grip, umgreifen, nachgreifen, neu greifen, \
     reprise",
    "change tool, tool change, swap tool, switch tool, toolchange, switch gripper, change gripper, swap \
     gripper, gripper change, pick tool, werkzeugwechsel, werkzeug wechseln, greiferwechsel, greifer \
     wechseln, changer outil, cambio utensile, cambiar herramienta",
    "change nozzle, nozzle change, swap nozzle, new nozzle, duesenwechsel, dusenwechsel, duese wechseln",
    "change blade, blade change, new blade, swap blade, klingenwechsel, klinge wechseln, messerwechsel",
    "change abrasive, disc change, change disc, change paper, swap disc, new disc, new paper, fresh disc, \
     fresh paper, swap paper, pad change, scheibenwechsel, schleifscheibe wechseln, schleifpapier wechseln",
    "pour, pouring, cast, casting, ladle, ladling, ladle out, fill mould, pour metal, teem, giessen, \
     abgiessen, eingiessen, schoepfen, schopfen, gussteil, verser, couler, verter, colar, colare, gieten, \
     odlewac",
    "fettle, fettling, knock off gate, cut gates, cut risers, take flash off, trim casting, clean casting, \
     deflash, deburr, putzen, gussputzen, entgraten, abgraten, ebarber, rebabar",
    "degate, degating, sprue, cut sprue, snip sprue, take sprue off, remove sprue, gate cut, clip gate, sprue \
     off, sprue removal, anguss, anguss entfernen, anguss abtrennen, angussabtrennung, entangussen, carotte",
    "deflash, flash removal, trim flash, take flash off, cut flash, deburr, fettle, entgraten, abgraten, \
     ebavurer",
    "demould, demold, eject part, take from mould, take out of mould, strip mould, pull from mould, knock \
     out, entformen, ausformen, entnehmen, demouler, desmoldear, sformare, ontvormen",
    "mould, mold, moulding, molding, injection mould, shoot, inject, spritzgiessen, spritzen, formen, mouler, \
     injecter, moldear, inyectar, stampare",
    "spray mould, mould release, release agent, spray die, die spray, die lube, lube die, spray release, \
     spray, parting agent, spruehen, spruhen, trennmittel, form spruehen, formspruehen, trennmittel spruehen, \
     poteyer",
    "place insert, load insert, insert load, put insert in, insert in mould, set insert, inserts, einleger, \
     einlegeteil, einlegen, einleger setzen",
    "core setting, set core, place core, lay core, core in, core set, kern einlegen, kerne einlegen, \
     kerneinlegen, noyau",
    "shake out, shakeout, knock out sand, knock sand out, decore, core knock out, core removal, entsanden, \
     entkernen, auspacken, dessabler, decocher",
    "skim, skim off, dross, dross off, deslag, take dross off, slag off, abkraetzen, abkratzen, abschlacken, \
     kraetze, ecumer, escoriar, scorificare",
    "dip shell, slurry, slurry dip, dip wax, investment dip, stucco, rain sand, dip, tauchen, schlicker, \
     besanden",
    "forge, forging, hammer, hot press, drop forge, upset, strike, pound, schmieden, gesenkschmieden, \
     stauchen, forger, forjar, forgiare, smeden, kuc",
    "furnace, load furnace, put in furnace, charge furnace, into oven, put in oven, oven in, ofen beladen, \
     ofen beschicken, in ofen legen, enfourner, enhornar, infornare",
    "take out of oven, take out of furnace, unload furnace, oven out, out of oven, pull from furnace, empty \
     furnace, ofen entladen, aus ofen nehmen, defourner, deshornar, sfornare",
    "glaze, glazing, enamel, spray glaze, dip glaze, coat, spray, glasieren, glasur, emaillieren, email, \
     emailler, esmaltar, smaltare, glazuren, szkliwic",
    "fire kiln, kiln, firing, fire, bake clay, brennen, kiln firing, cuire",
    "glaze window, glazing, set glass, fit glass, fit pane, put glass in, fit window, pane, verglasen, \
     scheibe einsetzen, scheibe setzen, scheibeneinbau, vitrer",
    "layup, lay up, lay ply, ply, lay fibre, lay fabric, place ply, drape, drape ply, lay carbon, prepreg, \
     laminate, faser ablegen, ablegen, laminieren, drapieren, drapper",
    "wind, winding, wind coil, coil, coil up, wind up, filament wind, spool, reel, wickeln, aufwickeln, \
     spulen, bewickeln, bobiner, enrouler, bobinar, avvolgere, wikkelen, nawijac",
    "unwind, uncoil, decoil, unreel, unspool, pay out, abwickeln, abspulen, abhaspeln, entrollen, derouler, \
     desenrollar, svolgere",
    "debulk, vacuum bag, bag layup, vacuum down, pull vacuum, vakuumieren, vakuumsack, evakuieren",
    "foam, foaming, spray foam, foam in, fill foam, foam up, schaeumen, schaumen, ausschaeumen, ausschaumen, \
     schaum, mousser, espumar, schiumare",
    "candle, candling, candle egg, egg check, shine light through, check eggs, light through egg, \
     durchleuchten, eier pruefen, eier durchleuchten, schieren, mirer, mirage, ovoscopio, sperare, schouwen",
    "bake, baking, put in oven, oven, cook, bake off, backen, ofen, einschiessen, cuire, hornear, cuocere, \
     infornare, bakken, piec",
    "ice, icing, frost, frosting, ice cake, glaze, glazing, top with icing, drizzle, zuckerguss, glasieren, \
     glasur, glacer, glacage, glasear, glassare, lukrowac",
    "decorate, decoration, pipe, piping, pipe cream, put topping on, garnish, dress cake, dekorieren, \
     verzieren, garnieren, spritzen, decorer, decorar, decorare, versieren",
    "sprinkle, topping, scatter, strew, sprinkle on, dust, dust with sugar, bestreuen, streuen, aufstreuen, \
     bestaeuben, bestauben, saupoudrer, espolvorear, cospargere, bestrooien, posypac",
    "knead, kneading, work dough, dough mix, kneten, durchkneten, petrir, amasar, impastare, kneden",
    "score dough, slash dough, slash loaf, scarify, score loaf, score, slash, einschneiden, einritzen, \
     grigner",
    "fry, frying, deep fry, drop basket, dunk basket, fry up, fritteuse, frittieren, braten, frire, freir, \
     friggere, frituren, bakken, smazyc",
    "grill, grilling, flip burger, griddle, barbecue, sear, grillen, grillieren, griller, asar, grigliare",
    "brew, brewing, make coffee, brew coffee, pull shot, coffee, espresso, kaffee, bruehen, bruhen, kaffee \
     machen, infuser",
    "froth, froth milk, steam milk, foam milk, milk froth, steam, milch aufschaeumen, aufschaeumen, \
     aufschaumen",
    "slice, slicing, slice up, cut slices, cut, carve, scheiben schneiden, schneiden, aufschneiden, slicen, \
     trancher, rebanar, lonchear, affettare, snijden, kroic",
    "debone, deboning, bone out, debone meat, take bone out, fillet, filleting, entbeinen, ausbeinen, \
     filetieren, entgraeten, desosser, fileter, deshuesar, disossare, uitbenen, odkostnic",
    "portion, portioning, dish out, dish up, scoop, serve up, serve, plate up, ration, portionieren, \
     servieren, anrichten, auftellern, portionner, porcionar, porzionare, portioneren, porcjowac",
    "peel fruit, peel, skin, peeling, skin off, take skin off, pare, schaelen, schalen, haeuten, hauten, \
     eplucher, peler, pelar, sbucciare, pelare, schillen, obierac",
    "core fruit, core, pit, stone, destone, take stone out, depit, entkernen, entsteinen, denoyauter, \
     deshuesar, snocciolare, ontpitten",
    "dice, dicing, cube, chop, chop up, mince, wuerfeln, wurfeln, hacken, zerkleinern, couper en des, picar",
    "butcher, carve, joint, cut up carcass, split carcass, cut carcass, halve, halve carcass, zerlegen, \
     zerteilen, halbieren, decouper, despiezar",
    "gut, gutting, eviscerate, clean fish, evisceration, ausnehmen, eviscerer, eviscerar, sviscerare",
    "skewer, put on stick, thread on stick, spike, aufspiessen, spiess, embrocher",
    "crack egg, break egg, crack open, eggs, crack eggs, ei aufschlagen, eier aufschlagen, aufschlagen",
    "marinate, marinade, inject brine, brine, inject, poekeln, pokeln, marinieren, einlegen, saler, mariner",
    "bottle, bottling, fill bottle, fill bottles, fill, filling, fill up, top up, pour in, abfuellen, \
     abfullen, befuellen, befullen, fuellen, fullen, flaschen fuellen, remplir, embouteiller, rellenar, \
     llenar, embotellar, riempire, imbottigliare, vullen, bottelen, napelnic",
    "cork, corking, put cork in, put bung in, bung, stopper, plug bottle, verkorken, korken, zukorken, \
     boucher, encorchar, tappare, kurken, korkowac",
    "uncork, pull cork, cork out, take cork out, unstopper, open bottle, entkorken, deboucher, descorchar, \
     stappare, ontkurken",
    "drain, drain off, empty out, let out, pour off, decant, drain out, ablassen, entleeren, abgiessen, \
     ausgiessen, abtropfen, vider, vidanger, vaciar, svuotare, legen, oproznic",
    "tip out, empty, dump, dump out, pour out, empty out, bin empty, tip bin, entleeren, ausleeren, \
     auskippen, ausschuetten, ausschutten, vider, vaciar, svuotare, leegmaken, legen, oproznic",
    "fill, filling, fill up, top up, refill, put filling in, charge, replenish, fuellen, fullen, befuellen, \
     befullen, auffuellen, auffullen, nachfuellen, nachfullen, remplir, rellenar, llenar, riempire, vullen, \
     bijvullen, napelnic",
    "harvest, harvesting, pick fruit, pick crop, reap, gather, crop, pick ripe, pick, cut crop, ernten, \
     pfluecken, pflucken, lese, recolter, cueillir, cosechar, recoger, raccogliere, oogsten, plukken, zbierac",
    "prune, pruning, cut back, trim branches, trim plant, lop, snip branches, deleaf, schneiden, beschneiden, \
     rueckschnitt, ruckschnitt, zurueckschneiden, tailler, podar, potare, snoeien, przycinac",
    "plant, planting, transplant, pot on, pot up, put seedling in, prick out, plug plant, pflanzen, \
     einpflanzen, umpflanzen, umtopfen, pikieren, eintopfen, planter, repiquer, plantar, piantare, planten, \
     sadzic",
    "sow, sowing, seed, seeding, plant seed, put seeds in, saeen, saen, aussaeen, aussaen, aussaat, semer, \
     sembrar, seminare, zaaien, siac",
    "water, watering, irrigate, water plants, sprinkle, giessen, bewaessern, bewassern, waessern, arroser, \
     regar, irrigare, innaffiare, bewateren, podlewac",
    "weed, weeding, hoe, pull weeds, kill weeds, jaeten, jaten, unkraut jaeten, hacken, desherber, escardar, \
     diserbare, wieden",
    "pollinate, pollination, buzz flowers, bestaeuben, bestauben, bestaeubung, polliniser, polinizar, \
     impollinare",
    "milk, milking, attach cups, put cluster on, cups on, milk cow, milk out, attach teat cups, melken, \
     melkzeug ansetzen, ansetzen, traire, ordenar vaca, mungere, doic",
    "teat clean, clean teats, wash teats, pre dip, teat wash, clean udder, prep teat, wash udder, \
     zitzenreinigung, zitzen reinigen, euter reinigen, vordippen",
    "teat dip, post dip, teat spray, spray teats, dip teats, zitzen dippen, dippen, nachdippen",
    "feed animals, fodder, feed cows, push feed, feed push, give feed, fuettern, futtern, futter schieben, \
     nourrir, voederen",
    "shear sheep, shear, shearing, clip fleece, fleece, scheren, schafschur, tondre, esquilar, tosare",
    "sew, sewing, stitch, stitching, stitch up, run seam, sew up, seam, naehen, nahen, vernaehen, vernahen, \
     zunaehen, naht, steppen, coudre, couture, coser, cucire, naaien, szyc",
    "embroider, embroidery, stitch logo, sticken, besticken, broder, bordar, ricamare, borduren, haftowac",
    "tuft, tufting, tuften, tufter",
    "iron, ironing, press, steam press, smooth out, press clothes, buegeln, bugeln, daempfen, dampfen, \
     repasser, planchar, stirare, strijken, prasowac",
    "fold, folding, fold up, fold over, crease, double over, falten, zusammenlegen, zusammenfalten, falzen, \
     knicken, plier, doblar, plegar, piegare, vouwen, skladac",
    "unfold, fold out, open out, spread out, lay flat, auffalten, entfalten, ausbreiten, aufklappen, deplier, \
     desdoblar, spiegare",
    "skive, skiving, thin leather, pare leather, shave leather, leder ausduennen, schaerfen, scharfen, parer",
    "last shoe, lasting, pull over last, last, toe lasting, zwicken, leisten, aufleisten",
    "rough sole, roughing, roughen, rough up, scuff, buff upper, aufrauen, rauen, anrauen, carder",
    "sole attach, attach sole, put sole on, stick sole on, sole press, sole, besohlen, sohle aufsetzen, sohle \
     kleben, semelle",
    "upholster, upholstery, cover seat, pull cover on, trim seat, pad out, polstern, beziehen, bespannen, \
     tapisser, tapizar, tappezzare, stofferen",
    "edge band, edge banding, edgeband, stick edge on, edging, lip edge, band edge, kantenanleimen, umleimer, \
     kante anleimen, bekanten, kanten anleimen, plaquer chant",
    "dowel, dowelling, doweling, put dowel in, insert dowel, peg, duebeln, dubeln, duebel setzen, duebel \
     einsetzen, cheviller",
    "tenon, mortise, mortice, cut joint, joinery, dovetail, zapfen, schlitzen, zinken, mortaiser",
    "carve, carving, sculpt, whittle, chisel, chisel out, schnitzen, meisseln, stemmen, ausstemmen, sculpter, \
     tallar, intagliare, snijwerk",
    "paste print, solder paste, paste printing, stencil, stencil print, squeegee, print paste, print, screen \
     paste, print board, pastendruck, lotpaste drucken, lotpaste, bedrucken, drucken, rakeln, serigraphie",
    "aoi, optical check, board inspection, inspect board, check board, inspect joints, check joints, visual \
     check, inspect, inspection, check, leiterplatte pruefen, loetstellenkontrolle, sichtpruefung, pruefen, \
     prufen",
    "flash firmware, flash, program, burn firmware, load firmware, upload firmware, burn chip, load software, \
     programme, firmware, flash chip, program board, flashen, programmieren, aufspielen, bespielen, firmware \
     laden, flasher, programmer, programar, programmare",
    "place component, place chip, populate, pick and place, component placement, place parts, stuff board, \
     smt place, smd place, mount chip, bestuecken, bestucken, bestueckung, bauteil setzen, smd bestueckung",
    "reflow, reflow oven, melt solder, reflow solder, reflowloeten, reflow loeten, umschmelzen, refusion",
    "wave solder, wave, flow solder, over wave, selective solder, solder, wellenloeten, wellenlotung, loeten, \
     loten, selektivloeten, wellenloten",
    "wire bond, wirebond, wire bonding, bond wire, ball bond, wedge bond, bond, bonden, drahtbonden",
    "die attach, die bond, die bonding, chip attach, stick chip, bond die, die bonden, chip kleben, \
     chipbonden",
    "dice wafer, wafer dice, wafer saw, saw wafer, dicing, wafer saegen, wafer trennen, vereinzeln",
    "trim leads, clip leads, lead trim, cut leads, snip leads, nip leads, form leads, anschluesse kuerzen, \
     beinchen kuerzen, draehte kuerzen, pins kuerzen",
    "rework, repair, fix, redo, mend, patch up, put right, fix up, nacharbeiten, nacharbeit, reparieren, \
     ausbessern, reparatur, nachbessern, reparer, retoucher, reparar, riparare, repareren, naprawic",
    "stack cells, cell stacking, stack electrodes, z fold, stack plates, cell stack, zellen stapeln, \
     elektroden stapeln, stapeln, stack, stacking",
    "weld tabs, tab weld, weld busbar, busbar weld, tab welding, weld terminals, weld cells, weld, \
     schweissen, ableiter schweissen, zellverbinder schweissen, busbar schweissen",
    "fill electrolyte, electrolyte, electrolyte fill, wet cell, inject electrolyte, fill cell, fill, filling, \
     elektrolyt fuellen, elektrolytbefuellung, befuellen, befullen, fuellen, fullen",
    "charge battery, charge, charging, charge up, charge cell, form cell, formation, juice up, laden, \
     aufladen, formieren, formierung, batterie laden, charger batterie, recharger, cargar bateria, caricare \
     batteria, opladen, ladowac",
    "discharge battery, discharge, discharging, run down battery, drain battery, bleed charge, deep \
     discharge, entladen, tiefentladen, batterie entladen, decharger, descargar bateria",
    "voltage check, check voltage, ocv, ocv test, volt check, meter cell, measure voltage, spannung messen, \
     spannungspruefung, spannungsmessung",
    "swap battery, battery swap, change battery, replace battery, battery change, new battery, \
     batteriewechsel, batterie wechseln, akku wechseln, akkuwechsel",
    "string cells, stringing, tabbing, solder strings, string, tab cells, solder ribbon, stringen, strings \
     loeten, zellen verstringen",
    "lay string, string layup, layup strings, place string, strings ablegen, string legen, string ablegen, \
     matrix legen",
    "frame panel, framing, put frame on, frame up, fit frame, frame, rahmen, einrahmen, rahmen montieren, \
     rahmung, encadrer, enmarcar, incorniciare",
    "junction box, fit junction box, jbox, attach junction box, stick junction box on, anschlussdose, \
     anschlussdose setzen, dose aufkleben",
    "flash solar, sun simulator, flasher test, iv curve, iv test, power flash, sun test, flash, \
     sonnensimulator, flashen, leistungsmessung",
    "el test, electroluminescence, el image, crack image, microcrack check, elektrolumineszenz, el pruefung, \
     mikrorisspruefung",
    "lens polish, polish lens, lens polishing, pitch polish, polish, polieren, linse polieren, linsen \
     polieren, finish",
    "centre lens, center lens, lens centring, edge lens, lens edging, edge grind lens, zentrieren, linse \
     zentrieren, randen, randschleifen",
    "lens coating, coat lens, ar coat, anti reflex, coat, entspiegeln, linse beschichten, verspiegeln, \
     verguten, vergueten, beschichten, spin coat",
    "cement lens, bond lens, cement, glue lens, lens cementing, kitten, verkitten, linse kitten, linse kleben",
    "focus, focusing, active alignment, adjust focus, align lens, fokussieren, scharfstellen, fokus, \
     justieren, mise au point",
    "set hands, fit hands, hand setting, put hands on, press hands on, zeiger setzen, zeiger aufsetzen, \
     zeiger montieren, zeigersetzen",
    "case movement, casing, case up, put movement in, movement in case, einschalen, werk einschalen, \
     einsetzen, emboiter, emboitage",
    "oil movement, oil jewels, oil pivots, oiling, drop oil, oelen, olen, werk oelen, lager oelen, huiler",
    "regulate, regulation, adjust rate, set rate, timing, rate check, timegrapher, regulieren, reglage, \
     gangkontrolle, ganggenauigkeit, feinstellen",
    "set stone, stone setting, set jewel, gem setting, set gem, fassen, stein fassen, steine setzen, sertir, \
     engastar, incastonare",
    "3d print, print, build part, printing, additive, print part, layer print, drucken, ausdrucken, 3d druck, \
     3d drucken, aufbauen, imprimer, imprimir, stampare",
    "remove print, take print off, pop print off, clear bed, scrape bed, part off bed, print removal, bauteil \
     abloesen, bett raeumen, druck entnehmen, druckplatte leeren",
    "remove supports, support removal, break supports off, take supports off, desupport, strip supports, \
     stuetzen entfernen, supports entfernen, stuetzstruktur entfernen, stuetzen abbrechen",
    "depowder, depowdering, get powder off, knock powder out, shake powder out, powder removal, unpack build, \
     entpulvern, pulver entfernen, pulver ausklopfen, depoudrer",
    "balance, balancing, fit weight, balance wheel, stick weight on, take wobble out, wuchten, auswuchten, \
     unwucht, equilibrer, equilibrar, equilibrare, balanceren",
    "mount tyre, mount tire, fit tyre, fit tire, put tyre on, put tire on, tyre fitting, reifen montieren, \
     reifen aufziehen, reifenmontage, monter pneu",
    "fit wheel, wheel fit, put wheel on, wheel mount, wheel on, rad montieren, radmontage, rad anschrauben, \
     monter roue",
    "inflate, inflation, pump up, blow up, put air in, air up, aufpumpen, aufblasen, luft fuellen, gonfler, \
     inflar, gonfiare, oppompen, pompowac",
    "deflate, let air out, air down, bleed air, luft ablassen, entlueften, entluften, degonfler, desinflar, \
     sgonfiare",
    "refuel, fuel, fill tank, tank up, gas up, fuel up, tanken, betanken, auftanken, ravitailler, repostar",
    "plug charger in, connect charger, start charging, plug in car, hook up charger, charge car, ladekabel \
     stecken, ladestecker stecken, ladestecker",
    "shred, shredding, chip, chip up, crush, grind up, smash up, zerkleinern, schreddern, haeckseln, \
     hackseln, broyer, triturar, frantumare, versnipperen",
    "crush, crushing, squash, compact, bale, flatten, squeeze flat, verpressen, zerdruecken, zerdrucken, \
     ballenpresse, compacter, aplastar, pressen",
    "blend edges, blend, blending, fair in, feather, feather edge, dress edge, angleichen, verschleifen, \
     beischleifen",
    "fill putty, filler, putty, fill dents, apply filler, bog, spachteln, verspachteln, spachtelmasse, \
     mastiquer, masillar, stuccare, plamuren, szpachlowac",
    "plaster, plastering, render, skim, skim coat, putz, putzen, verputzen, gipsen, platrer, enlucir, \
     intonacare, stucen, tynkowac",
    "lay bricks, brick, bricklay, brick up, lay brick, build wall, mauern, ziegel legen, ziegel setzen, \
     maconner",
    "lay tile, tile, tiling, set tile, fliesen, fliesen legen, kacheln, carreler, alicatar, piastrellare, \
     tegelen",
    "tie rebar, rebar, tie wire, tie steel, tie up bars, twist tie, bewehrung binden, roedeln, rodeln, \
     ligaturer",
    "tie, tie up, cable tie, zip tie, bundle, bind, binden, buendeln, bundeln, zusammenbinden, kabelbinder, \
     abbinden, attacher, lier, atar, legare, wiazac",
    "pinch off, pinch, crimp tube, squeeze off, pinch shut, abquetschen, abklemmen, zuquetschen, pincer",
    "swage, swaging, swedge, squeeze down, rotary swage, verstemmen, haemmern, rundkneten, stauchen",
    "caulk edge, stake over, peen over, upset edge, verstemmen, stemmen, mater",
    "spin coat, spin on, resist coat, apply resist, spin resist, coat, aufschleudern, belacken, belackung, \
     resist auftragen",
    "expose, exposure, uv expose, expose mask, light up mask, belichten, belichtung, exposer, insoler",
    "develop, developing, develop resist, entwickeln, entwicklung, developper, revelar, sviluppare",
    "mount wafer, wafer mount, wafer transfer, transfer wafer, wafer handling, wafer load, load wafer, wafer \
     laden, wafer einlegen",
    "magnetise, magnetize, magnetising, magnetisieren, aufmagnetisieren, aimanter, imantar",
    "demagnetise, demagnetize, demag, degauss, entmagnetisieren, desaimanter",
    "compound bead, underlay, seam underlay, unterfuettern, hem glue, falznaht kleben, boerdelkleben",
    "spray oil, oil mist, mist, mist spray, oil sheet, spray lube, einspruehen, einspruhen, oelnebel, \
     pulveriser",
    "spray, spraying, mist, squirt, spritz, sprinkle, spruehen, spruhen, spritzen, einspruehen, einspruhen, \
     pulveriser, rociar, pulverizar, spruzzare, sproeien, spuiten, natryskiwac",
    "coat, coating, cover, apply coating, lay coat, beschichten, beschichtung, ueberziehen, uberziehen, \
     enduire, recubrir, rivestire, coaten, powlekac",
    "brush on, paint on, brush coat, spread, smear on, slap on, brush glue, auftragen, aufstreichen, \
     einstreichen, bestreichen, einpinseln, pinseln, badigeonner, untar, spalmare, uitsmeren",
    "spread, spread butter, smear, spread sauce, butter, sauce, aufstreichen, bestreichen, verstreichen, \
     tartiner, untar, spalmare, smeren, smarowac",
    "tablet press, press tablet, tablet, pill press, make tablets, tablettieren, tablette pressen, \
     verpressen, comprimer",
    "fill capsule, capsule, capsule filling, encapsulate, kapseln fuellen, verkapseln, kapsel fuellen",
    "attach needle, needle on, fit needle, put needle on, screw needle on, kanuele aufsetzen, kanule \
     aufsetzen, nadel aufsetzen, nadel montieren",
    "assemble syringe, plunger in, fit plunger, insert plunger, put plunger in, plunger rod, kolben \
     einsetzen, kolbenstange, spritze montieren",
    "load tray, tray up, tray load, fill tray, traying, put on tray, rack up, fill rack, rack, tray \
     bestuecken, tray beladen, tablett beladen, magazinieren, horde beladen",
    "hang, hang up, hook on, hang on, put on hook, hang part, hook up, aufhaengen, aufhangen, einhaengen, \
     einhangen, accrocher, suspendre, colgar, appendere, ophangen, powiesic",
    "unhang, unhook, take down, take off hook, hang off, unhang part, abhaengen, abhangen, aushaengen, \
     aushangen, decrocher, descolgar, sganciare, afhangen",
    "scrape, scraping, scrape off, scrape clean, scratch off, squeegee off, schaben, abschaben, kratzen, \
     abkratzen, racler, gratter, raspar, raschiare, schrapen, skrobac",
    "squeegee, wipe window, clean window, window clean, wash window, abziehen, fenster putzen, scheibe \
     putzen, rakeln",
    "vacuum test, vacuum check, check vacuum, suction check, vakuumpruefung, vakuum pruefen, vakuumtest, \
     sauger pruefen",
];

/// Workpieces, materials and their features.
pub(super) const THINGS: &[&str] = &[
    "box, carton, case, crate, parcel, package, kiste, karton, schachtel, paket",
    "layer, lage, schicht, tier",
    "sheet, slip sheet, slipsheet, tier sheet, interlayer, pad, zwischenlage",
    "panel, board, plate, platte, tafel",
    "screw, bolt, fastener, schraube",
    "lid, cap, cover, closure, deckel, kappe, verschluss",
    "stopper, plug, bung, cork, stopfen, stoepsel, stopsel, korken",
    "vial, tube, sample, test tube, sample tube, specimen, roehrchen, rohrchen, probenroehrchen, \
     probenrohrchen, reagenzglas",
    "ampoule, ampule, ampulle",
    "egg, ei, eier",
    "tyre, tire, reifen",
    "wheel, rim, rad, felge",
    "bottle, flasche",
    "bag, sack, beutel, tuete, tute",
    "pouch, sachet, beutel",
    "pallet, skid, palette",
    "hole, bore, borehole, bohrung, loch",
    "edge, kante, rand",
    "seam, joint, weld seam, naht, schweissnaht, fuge",
    "dust, dirt, debris, staub, schmutz",
    "burr, flash, grat",
    "chip, swarf, shavings, turnings, spaene, spane",
    "paint, colour, color, lacquer, farbe, lack",
    "varnish, clear coat, clearcoat, klarlack",
    "label, sticker, tag, etikett, aufkleber",
    "barcode, bar code, code, qr code, data matrix, datamatrix, strichcode",
    "wire, cable, cord, draht, kabel, leitung",
    "pin, contact pin, stift, kontaktstift",
    "dowel, peg, dowel pin, duebel, dubel, holzduebel, holzdubel",
    "connector, plug, stecker, steckverbinder",
    "board, pcb, circuit board, printed circuit board, leiterplatte, platine",
    "chip, ic, microchip, integrated circuit",
    "solder, tin, loetzinn, lotzinn",
    "wafer, silicon wafer, siliziumscheibe",
    "lens, optic, linse",
    "tray, tablett",
    "blank, raw part, raw piece, rohling, rohteil",
    "casting, cast part, gussteil, gussstueck, gussstuck",
    "workpiece, work piece, part, piece, component, item, werkstueck, werkstuck, teil, bauteil",
    "dough, dough piece, teig, teigling",
    "cake, gateau, torte, kuchen",
    "bread, loaf, loaves, brot, brotlaib",
    "cookie, biscuit, keks",
    "fish, fisch",
    "fillet, filet, fish fillet, fischfilet",
    "fruit, obst, frucht, fruechte, fruchte",
    "vegetable, veg, gemuese, gemuse",
    "meat, fleisch",
    "chicken, poultry, gefluegel, geflugel, haehnchen, hahnchen",
    "sausage, wurst, wuerstchen, wurstchen",
    "icing, frosting, zuckerguss",
    "jar, glass jar, einmachglas",
    "cup, mug, becher, tasse",
    "drum, barrel, keg, fass",
    "bucket, pail, eimer",
    "tote, container, tub, behaelter, behalter",
    "film, foil, plastic film, folie",
    "tape, adhesive tape, sticky tape, klebeband",
    "adhesive, klebstoff, kleber, leim",
    "sealant, caulk, sealing compound, dichtmasse, dichtmittel",
    "gasket, sealing ring, dichtung, dichtring",
    "bearing, ball bearing, kugellager, waelzlager, walzlager",
    "bushing, bush, sleeve, buchse, huelse, hulse",
    "shaft, axle, welle",
    "gear, gear wheel, gearwheel, cog, cogwheel, pinion, zahnrad, ritzel",
    "nut, hex nut, mutter, sechskantmutter",
    "rivet, niet, niete",
    "pipe, tube, rohr",
    "hose, tubing, schlauch",
    "bar, rod, stange, stab",
    "plank, board, timber, lumber, brett, bohle",
    "pane, glass, glass pane, glasscheibe",
    "windscreen, windshield, windschutzscheibe, frontscheibe",
    "housing, casing, enclosure, gehaeuse, gehause",
    "battery, accumulator, battery pack, akku, batterie",
    "microplate, plate, well plate, wellplate, microtiter plate, mikrotiterplatte",
    "dish, petri dish, agar plate, petrischale",
    "reject, bad part, defective part, scrap part, ausschuss, ausschussteil",
    "dross, slag, schlacke, kraetze, kratze",
    "grease, lubricant, lube, schmierfett, fett",
];

/// Tools on a flange.
pub(super) const TOOLS: &[&str] = &[
    "welder, torch, welding torch, weld torch, weld gun, welding gun, gun, mig gun, mig torch, mag torch, tig \
     torch, welding head, head, brenner, schweissbrenner",
    "spot welder, welder, gun, spot gun, spot weld gun, spot welding gun, weld gun, weld tongs, tongs, zange, \
     schweisszange, punktschweisszange",
    "ultrasonic welder, welder, ultrasonic horn, sonotrode, ultrasonic head, head",
    "gripper, grabber, claw, claws, jaws, fingers, grippers, pincers, finger gripper, jaw gripper, parallel \
     gripper, greifer, parallelgreifer, backengreifer",
    "suction cup, suction cups, vacuum, vac, sucker, suckers, suction, suction gripper, vacuum gripper, \
     vacuum cup, vakuum, sauger, sauggreifer, vakuumgreifer",
    "magnet gripper, magnet, magnets, magnetic gripper, electromagnet, gripper, greifer, magnetgreifer, \
     elektromagnet",
    "needle gripper, needles, gripper, greifer, nadelgreifer",
    "bag gripper, sack gripper, rake gripper, claw, claws, gripper, greifer, sackgreifer, rechengreifer",
    "layer gripper, layer head, head, gripper, greifer, lagengreifer",
    "soft gripper, soft fingers, silicone fingers, fingers, gripper, greifer",
    "fork, forks, pallet fork, tines, fork gripper, gabel, gabelgreifer",
    "wafer gripper, wafer blade, blade, paddle, gripper, greifer",
    "camera, cam, vision camera, inspection camera, vision, vision sensor, imager, kamera",
    "thermal camera, infrared camera, ir camera, thermal imager, camera, cam, waermebildkamera, \
     warmebildkamera",
    "screwdriver, driver, screw driver, screw gun, gun, power screwdriver, schrauber, schraubendreher, \
     schraubenzieher, akkuschrauber",
    "nutrunner, nut runner, nut driver, tightener, wrench, torque wrench, impact wrench, spanner, torque \
     tool, schrauber, drehmomentschrauber",
    "sander, sanding head, head, sanding disc, sanding pad, orbital sander, schleifer, schleifkopf, \
     schleifteller, exzenterschleifer",
    "grinder, grinding head, head, angle grinder, grinding wheel, grinding disc, flex, schleifer, \
     schleifscheibe, winkelschleifer",
    "polisher, polishing head, head, polishing wheel, polishing pad, buffer, buffing wheel, polierer, \
     polierkopf, polierscheibe, poliermaschine",
    "deburring tool, deburrer, deburring head, head, deburring spindle, spindle, entgrater, entgratwerkzeug, \
     entgratspindel",
    "drill, drill bit, driller, drilling head, head, drilling spindle, drilling unit, spindle, bohrer, \
     bohrkopf, bohrspindel, bohrmaschine",
    "tapper, tapping head, head, thread tap, tapping spindle, spindle, gewindebohrer, gewindeschneider",
    "router, mill, milling cutter, cutter, end mill, router bit, milling head, head, milling spindle, \
     spindle, fraeser, fraser, fraese, frase, fraesspindel",
    "spindle, motor spindle, machining spindle, high speed spindle, head, spindel, motorspindel",
    "saw, saw blade, blade, circular saw, saege, sage, saegeblatt, sageblatt, kreissaege, kreissage",
    "knife, blade, cutter, cutting blade, cutting knife, messer, klinge",
    "ultrasonic knife, ultrasonic blade, ultrasonic cutter, knife, blade, cutter, messer, ultraschallmesser",
    "scissors, shears, snips, secateurs, pruner, clippers, cutter, cutters, schere",
    "wire cutter, wire cutters, side cutter, side cutters, nipper, nippers, cutter, cutters, snips, \
     seitenschneider",
    "waterjet, water jet, waterjet cutter, jet, cutting head, head, cutter, nozzle, wasserstrahl, \
     wasserstrahlkopf",
    "plasma cutter, plasma torch, plasma, torch, cutting torch, cutter, brenner, plasmabrenner, \
     plasmaschneider",
    "laser, laser head, cutting laser, laser cutter, cutter, cutting head, head, laserkopf, laserschneider, \
     schneidkopf",
    "laser welder, welder, laser, laser head, welding head, head, laserkopf, laseroptik",
    "laser marker, marking laser, laser engraver, laser, marker, engraver, marking head, head, \
     beschriftungslaser, markierlaser",
    "spray gun, sprayer, gun, paint gun, paint sprayer, atomizer, atomiser, spray nozzle, nozzle, \
     spritzpistole, lackierpistole, spruehpistole, zerstaeuber, zerstauber",
    "powder gun, powder coating gun, powder sprayer, spray gun, gun, pulverpistole",
    "air knife, blow gun, blowgun, air gun, gun, air nozzle, nozzle, air jet, blower, luftduese, luftduse, \
     blasduese, blaspistole, druckluftpistole",
    "heat gun, hot air gun, hot air blower, hot air nozzle, gun, blower, nozzle, heissluftpistole, \
     heissluftgeblaese, foehn, fohn",
    "soldering iron, iron, solder iron, soldering tip, soldering head, head, loetkolben, lotkolben, \
     loetspitze, lotspitze",
    "glue gun, gun, dispenser, glue valve, glue dispenser, glue nozzle, nozzle, applicator, dispensing head, \
     dispensing valve, head, hot melt gun, klebepistole, klebeduese, dosierventil",
    "sealant gun, sealing gun, caulking gun, caulk gun, gun, sealant nozzle, nozzle, sealant dispenser, \
     dispenser, applicator, kartuschenpistole",
    "grease gun, greaser, gun, grease nozzle, nozzle, lubricator, grease dispenser, dispenser, fettpresse, \
     fettpistole",
    "barcode reader, bar code reader, code reader, reader, scanner, barcode scanner, code scanner, scan head, \
     codeleser, strichcodeleser, barcodeleser",
    "rfid reader, reader, tag reader, rfid antenna, rfid head, rfid leser",
    "line scanner, profile scanner, profiler, 3d scanner, scanner, laser profiler, profilscanner",
    "pipette, pipet, pipettor, pipetter, pipetting head, head, pipettierer, pipettierkopf",
    "syringe, injector, spritze",
    "needle, dispensing needle, dosing needle, cannula, nadel, kanuele, kanule, dosiernadel",
    "tweezers, tweezer, forceps, pincers, pinzette",
    "test probe, probe, test pin, probe pin, pogo pin, test needle, needle, pruefspitze, prufspitze, \
     pruefnadel, prufnadel",
    "measuring probe, probe, touch probe, feeler, stylus, gauge, messtaster, tastkopf",
    "ultrasonic probe, probe, ut probe, transducer, ultrasonic transducer, ultraschallpruefkopf, \
     ultraschallprufkopf, pruefkopf, prufkopf",
    "leak detector, sniffer, leak sniffer, sniffer probe, probe, lecksucher, schnueffelsonde, schnuffelsonde",
    "thermometer, temperature probe, temp probe, probe, temperature sensor, temperaturfuehler, \
     temperaturfuhler",
    "brush, cleaning brush, wire brush, bristle brush, buerste, burste",
    "brush, paintbrush, paint brush, pinsel",
    "roller, paint roller, press roller, pressure roller, rolle, walze, andrueckrolle, andruckrolle",
    "scraper, spatula, putty knife, blade, schaber, spachtel",
    "ladle, scoop, spoon, dipper, kelle, loeffel, loffel, giessloeffel, giessloffel, schoepfkelle, \
     schopfkelle",
    "scale, scales, balance, weigher, waage",
    "labeller, labeler, label applicator, applicator, label head, labelling head, labeling head, head, \
     etikettierer, etikettierkopf, etikettenspender",
    "printer, inkjet, ink jet, inkjet printer, print head, printhead, head, drucker, druckkopf",
    "hook, lifting hook, crane hook, haken, lasthaken",
    "rivet gun, gun, riveter, riveting tool, rivet tool, nieter, nietpistole, nietzange, nietwerkzeug",
    "stapler, staple gun, gun, tacker, hefter, klammergeraet, klammergerat",
    "nailer, nail gun, gun, nagler, nagelpistole",
    "vacuum cleaner, vacuum, vac, hoover, suction nozzle, nozzle, staubsauger, sauger, saugduese, saugduse",
    "blaster, sandblaster, sand blaster, blast gun, blasting gun, gun, blast nozzle, nozzle, strahlpistole, \
     strahlduese, strahlduse",
    "pressure washer, jet washer, lance, water gun, gun, jet, nozzle, hochdruckreiniger, hochdrucklanze",
    "stirrer, mixer, agitator, whisk, ruehrer, ruhrer",
    "piping nozzle, icing nozzle, nozzle, piping bag, pastry bag, icing gun, gun, spritzbeutel",
    "tape applicator, tape head, taping head, taper, head, applicator, tape dispenser, dispenser",
    "extruder, hot end, print head, printhead, head, nozzle, extruderkopf",
];

/// Places and what tells them apart, for names in another language than the operator's.
pub(super) const PLACES: &[&str] = &[
    "belt, conveyor, band, foerderband, forderband, line",
    "bin, bucket, tub, behaelter, behalter, kasten",
    "reject, rejects, scrap, waste, ausschuss, schrott, abfall",
    "rack, shelf, regal, gestell",
    "table, bench, tisch, arbeitstisch, werkbank, mesa",
    "station, arbeitsplatz, platz",
    "pallet, palette",
    "wrapper, wickler",
    "oven, furnace, ofen, kiln",
    "press, presse",
    "washer, waschanlage, waescher",
    "infeed, intake, input, inlet, entry, zufuhr, zufuehrung, zufuhrung, einlauf, eingang",
    "outfeed, output, outlet, exit, auslauf, ausgang, abfuhr",
    "magazine, magazin, hopper",
    "fixture, jig, vorrichtung, spannvorrichtung, aufnahme",
    "vise, vice, schraubstock, clamp",
    "chuck, futter",
    "machine, maschine",
    "turntable, drehtisch",
    "booth, cabin, kabine",
    "bay, bucht",
    "slot, pocket, nest, fach",
    "tray, tablett, wanne",
    "door, tuer, tur",
    "window, fenster",
    "camera, kamera",
    "left, links, linke, linker, lh",
    "right, rechts, rechte, rechter, rh",
    "top, upper, oben, obere",
    "bottom, lower, unten, untere",
    "front, vorne, vordere",
    "back, rear, hinten, hintere",
    "middle, centre, center, mitte",
    "north, nord",
    "south, sued, sud",
    "east, ost",
    "red, rot",
    "blue, blau",
    "green, gruen, grun",
    "yellow, gelb",
    "white, weiss",
    "black, schwarz",
    "storage, store, lager",
    "seam, naht",
    "storey, level, layer, ebene",
    "home, grundstellung, ruheposition, heim, parkposition",
    "measuring, mess",
    "test, pruefung, prufung, pruefplatz",
    "gauge, messplatz",
    "balance, scale, scales, waage",
    "trash, rubbish, garbage, muell, mull",
];
